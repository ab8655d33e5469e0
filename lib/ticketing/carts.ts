import "server-only";

import { z } from "zod";
import type { CallName } from "#lib/ticketing/client/calls.ts";
import { CredentialRefused, NotSent, ServiceBusy, TicketingFault } from "#lib/ticketing/client/fault.ts";
import { type Path, pathTo } from "#lib/ticketing/client/paths.ts";
import { request, requestOrRefusal, send } from "#lib/ticketing/client/request.ts";
import { withNames } from "#lib/ticketing/linked-names.ts";
import type { Buyer, GuestAnswers } from "#lib/ticketing/model/buyer.ts";
import type { Cart, LockRefused, PaymentRefusal, SalesPaid } from "#lib/ticketing/model/cart.ts";
import type { Answers } from "#lib/ticketing/model/field.ts";
import type { Money } from "#lib/ticketing/model/money.ts";
import type { PaymentMeans } from "#lib/ticketing/payment-means.ts";
import type { MessageRenderer } from "#lib/ticketing/sent-mail.ts";
import { lockRefused, type Outcome, refused } from "#lib/ticketing/wire/purchase/refusals.ts";
import { buyerForWire, guestsForWire } from "#lib/ticketing/wire/purchase/sale.ts";
import { cart, extension } from "#lib/ticketing/wire/purchase/sales.ts";
import { absent, exactAmount, key, optional } from "#lib/ticketing/wire/shapes.ts";

export async function getCart(cartId: string): Promise<Cart | undefined> {
  const found = await request({ name: "getCart", method: "GET", path: pathTo`/cart/${cartId}`, answer: cart });
  return found && withNames(found);
}

/** Answers beside the Buyer's details. Omitted fields keep their earlier values. */
export type LockAnswers = {
  readonly answers?: Answers;
  readonly guests?: readonly GuestAnswers[];
  /** The links of the promoters' conditions that the Buyer has accepted. */
  readonly acceptedTerms?: readonly string[];
  /** For a service that sends mail: the order's page, and where its messages are rendered. */
  readonly mail?: { readonly orderLink: string; readonly messages: MessageRenderer };
};

/**
 * Stores the Buyer's details, with the language that they read, and locks every Reservation of the Cart for payment.
 */
export async function lockCart(
  cartId: string,
  buyer: Buyer,
  language: string,
  { answers, guests = [], acceptedTerms = [], mail }: LockAnswers = {},
): Promise<LockChange> {
  const optional = {
    ...(guests.length > 0 && { guests: guestsForWire(guests) }),
    // `acceptedTerms` is our own field: it is left out where an event has no terms, so that other services do not
    // receive it.
    ...(acceptedTerms.length > 0 && { acceptedTerms }),
    ...mail,
  };
  const body = { ...answers, ...buyerForWire(buyer, language), ...optional };
  return changeLock("lockCart", pathTo`/cart/${cartId}/lock`, body);
}

/** Unlocks a Cart after a refused payment, so that details and tickets can change. */
export async function unlockCart(cartId: string): Promise<LockChange> {
  return changeLock("unlockCart", pathTo`/cart/${cartId}/unlock`);
}

type LockChange = Outcome<object, LockRefused>;

function changeLock(name: CallName, path: Path | undefined, body: object = {}): Promise<LockChange> {
  const call = { name, method: "POST", path, body } as const;
  return requestOrRefusal<LockChange>(call, { ok: true }, (no) => ({ ok: false, ...lockRefused(no) }));
}

type Extension = Outcome<
  { readonly secondsLeft: number },
  { readonly refusal: "ceiling_reached" | "reservation_expired" | "not_offered" }
>;

/**
 * Extends the reservations of a Cart. The call is our own: another service answers 404, and reading the Cart shows
 * whether the Cart or the call is missing.
 */
export async function extendCart(cartId: string): Promise<Extension> {
  const path = pathTo`/cart/${cartId}/extend`;
  if (path === undefined) return { ok: false, refusal: "reservation_expired" };
  const { status, body } = await send({ name: "extendCart", method: "POST", path });
  const no = refused.safeParse(body);
  const codes = no.success ? no.data.errors.map(({ code }) => code) : [];
  if (codes.includes("CEILING_REACHED")) return { ok: false, refusal: "ceiling_reached" };
  if (codes.includes("HOLD_ENDED")) return { ok: false, refusal: "reservation_expired" };
  if (status >= 500 && status !== 501) throw new TicketingFault(`extendCart failed with ${status}.`);
  const yes = extension.safeParse(body);
  if (status < 300 && yes.success) return { ok: true, secondsLeft: yes.data.expirySeconds };
  return { ok: false, refusal: (await getCart(cartId)) === undefined ? "reservation_expired" : "not_offered" };
}

/** Inside the 35 s after which "not charged" may be shown, outside the service's 30 s with the processor. */
const PAY_MS = 33_000;

/**
 * Pays the amount due, once. Without a definite answer it returns "not_known": then the payment must not be sent again,
 * and the sales are read. `means` is empty for a free order.
 */
export async function payCart(
  cartId: string,
  amount: Money,
  means: readonly PaymentMeans[],
  attemptId: string,
  timeoutMs = PAY_MS,
): Promise<PaymentOutcome> {
  const path = pathTo`/cart/${cartId}/payment`;
  if (path === undefined) return "read_back";
  const parts = means.map((one) => one.bodyPart());
  const body: object = Object.assign({ amount: exactAmount(amount) }, ...parts);
  // Both sends share one time limit, after which no request of this payment is in flight.
  const startedAt = performance.now();
  const sendPayment = () =>
    send({
      name: "payCart",
      method: "POST",
      path,
      body,
      headers: { "Idempotency-Key": attemptId },
      limitMs: Math.max(1, Math.floor(timeoutMs - (performance.now() - startedAt))),
      connections: "fresh",
    });
  try {
    const { status, body } = await sendPayment().catch((fault: unknown) => {
      if (fault instanceof NotSent) return sendPayment();
      throw fault;
    });
    return paymentOutcome(status, body);
  } catch (fault) {
    // Neither request was sent: nothing is charged, and the buyer may try again.
    if (fault instanceof NotSent) return { ok: false, refusal: "busy" };
    // The service refused because of too many tries, of this buyer or of all: nothing is charged.
    if (fault instanceof ServiceBusy) return { ok: false, refusal: fault.isServiceAtLimit ? "busy" : "too_many_tries" };
    if (fault instanceof TicketingFault && !(fault instanceof CredentialRefused)) return "not_known";
    throw fault;
  }
}

/** The outcome of a pay call. With `not_known` and `read_back` the sales must be read to learn it. */
type PaymentOutcome =
  | { readonly ok: true }
  | { readonly ok: false; readonly refusal: PaymentRefusal }
  /** The service pays sale by sale, and only some were paid. */
  | ({ readonly ok: false; readonly refusal: "some_paid" } & SalesPaid)
  | "not_known"
  | "read_back";

const PAYMENT = {
  SUCCESS: { ok: true },
  NO_SALES: "read_back",
  WRONG_STATE: "read_back",
  REFUSED: { ok: false, refusal: "card_refused" },
  WRONG_AMOUNT: { ok: false, refusal: "amount_changed" },
} as const satisfies Record<string, PaymentOutcome>;

const types = Object.keys(PAYMENT) as [keyof typeof PAYMENT, ...(keyof typeof PAYMENT)[]];

const answer = z.object({
  type: z.enum(types),
  payments: optional(
    z.array(z.object({ key: absent(key), type: optional(z.string(), ""), status: optional(z.string(), "") })),
    [],
  ),
});

type Payments = z.output<typeof answer>["payments"];

/** Returns the outcome. An answer that is not definite is `not_known`, never a failure. */
export function paymentOutcome(status: number, body: unknown): PaymentOutcome {
  if (status === 404) return "read_back";
  if (status >= 500 || status === 408 || status === 409 || status === 422 || (status >= 300 && status < 400)) {
    return "not_known";
  }
  const parsed = answer.safeParse(body);
  if (parsed.success) return combinedOutcome(parsed.data.type, parsed.data.payments);
  const no = status >= 400 && !hasType(body) ? refused.safeParse(body) : undefined;
  if (!no?.success) return "not_known";
  if (no.data.errors.some(({ path }) => path === "voucher")) return { ok: false, refusal: "voucher_refused" };
  return no.data.errors.some(({ code }) => code in PAYMENT || code === "HOLD_ENDED" || code === "NOT_FOUND")
    ? "read_back"
    : PAYMENT.REFUSED;
}

function hasType(body: unknown): boolean {
  return typeof body === "object" && body !== null && "type" in body;
}

/**
 * Combines the result of the whole with those of its parts. Where the parts differ and every part is named, some sales
 * are paid. Where a part cannot be identified the outcome is not known: only the sales can show it.
 */
function combinedOutcome(type: keyof typeof PAYMENT, payments: Payments): PaymentOutcome {
  const paid = payments.filter(isPaid);
  const paidKeys = paid.flatMap(({ key }) => key ?? []);
  const isMixed = paid.length > 0 && paid.length < payments.length;
  const isNamed = payments.every(({ key }) => key !== undefined);
  if (isMixed && isNamed && (type === "SUCCESS" || type === "REFUSED")) {
    const unpaid = (what: string) => payments.flatMap((one) => (!isPaid(one) && one.type === what && one.key) || []);
    return { ok: false, refusal: "some_paid", paidKeys, refusedKeys: unpaid("REFUSED"), untriedKeys: unpaid("") };
  }
  if (type === "SUCCESS" && paid.length < payments.length) return "not_known";
  if (type === "REFUSED" && paid.length > 0) return "not_known";
  return PAYMENT[type];
}

function isPaid({ type, status }: Payments[number]): boolean {
  return status === "" ? type === "SUCCESS" : status === "CONFIRMED";
}
