import "server-only";

import { z } from "zod";
import { isKnownMissing, MISSING_STATUSES, recordMissing } from "#lib/ticketing/client/extension.ts";
import { CredentialRefused, NotSent, ServiceBusy, TicketingFault } from "#lib/ticketing/client/fault.ts";
import { pathTo } from "#lib/ticketing/client/paths.ts";
import { request, requestOrRefusal, requestWithHeaders, send } from "#lib/ticketing/client/request.ts";
import { completeCart, type KnownSale } from "#lib/ticketing/complete-cart.ts";
import { withNames } from "#lib/ticketing/linked-names.ts";
import type { Buyer, GuestAnswers } from "#lib/ticketing/model/buyer.ts";
import type { Cart, LockRefused, PaymentRefusal, SalesPaid } from "#lib/ticketing/model/cart.ts";
import type { Answers } from "#lib/ticketing/model/field.ts";
import type { Money } from "#lib/ticketing/model/money.ts";
import type { PaymentMeans } from "#lib/ticketing/payment-means.ts";
import type { MessageRenderer } from "#lib/ticketing/sent-mail.ts";
import { lockRefused, type Outcome, refused } from "#lib/ticketing/wire/purchase/refusals.ts";
import { buyerForWire, guestsForWire } from "#lib/ticketing/wire/purchase/sale.ts";
import { cart, extension, keyIn, newCart, saleState } from "#lib/ticketing/wire/purchase/sales.ts";
import { exactAmount, ifReadable, objectOf, optional } from "#lib/ticketing/wire/shapes.ts";

/** Returns a cart. `known` are the sales that the visitor's purchase has of it: they supply what the service's rows do not say. */
export async function getCart(cartId: string, known: readonly KnownSale[] = []): Promise<Cart | undefined> {
  const found = await request({ name: "getCart", method: "GET", path: pathTo`/cart/${cartId}`, answer: cart });
  return found && withNames(await completeCart(found, cartId, known));
}

/**
 * Returns the id of a new cart, into which a visitor's first tickets are reserved: when the answer to that is lost, the cart has
 * them. `undefined` where the service has no such call, refuses it or answers it in another shape.
 */
export async function newCartId(): Promise<string | undefined> {
  if (isKnownMissing("newCart")) return undefined;
  const call = { name: "newCart", method: "GET", path: "/cart/", answer: newCartIfReadable, refusal: noCart } as const;
  const found = await requestWithHeaders<string | undefined>({ ...call, missing: MISSING_STATUSES });
  if (found === undefined) recordMissing("newCart");
  return found?.value;
}

const newCartIfReadable = ifReadable(newCart);
const noCart = z.unknown().transform(() => undefined);

/** Answers beside the Buyer's details. Omitted fields keep their earlier values. */
export type LockAnswers = {
  readonly answers?: Answers;
  readonly guests?: readonly GuestAnswers[];
  /** The links of the promoters' conditions that the Buyer has accepted. */
  readonly acceptedTerms?: readonly string[];
  /** For a service that sends mail: where its messages are rendered. */
  readonly messages?: MessageRenderer;
};

/**
 * Stores the Buyer's details, with the language that they read, and locks every Reservation of the Cart for payment. A service that
 * refuses a Buyer of one name gets the name as the first and the last one.
 */
export async function lockCart(
  cartId: string,
  buyer: Buyer,
  language: string,
  { answers, guests = [], acceptedTerms = [], messages }: LockAnswers = {},
): Promise<LockChange> {
  const { LANGUAGE, ONE_NAME, ...ofBuyer } = buyerForWire(buyer, language);
  const ofInterface = { ...answers, ...ofBuyer, ...(ONE_NAME && { FIRST_NAME: buyer.lastName }) };
  const ofOurs = {
    LANGUAGE,
    ...(guests.length > 0 && { guests: guestsForWire(guests) }),
    ...(acceptedTerms.length > 0 && { acceptedTerms }),
    ...(messages && { messages }),
  };
  const call = { name: "lockCart", method: "POST", path: pathTo`/cart/${cartId}/lock` } as const;
  const asOneName = ONE_NAME && (await changeLock({ ...call, body: { ...answers, ...ofBuyer, ONE_NAME, ...ofOurs } }));
  if (asOneName && (asOneName.ok || asOneName.refusal !== "details_refused")) return asOneName;
  const outcome = await changeLock({ ...call, body: { ...ofInterface, ...ofOurs } });
  // A service may refuse fields that its interface does not have.
  return !outcome.ok && outcome.isUnexplained ? changeLock({ ...call, body: ofInterface }) : outcome;
}

/**
 * Unlocks a Cart after a refused payment, so that details and tickets can change. Where the service does not have the call, the
 * next lock shows whether it needs it.
 */
export async function unlockCart(cartId: string): Promise<LockChange> {
  const call = { name: "unlockCart", method: "POST", path: pathTo`/cart/${cartId}/unlock` } as const;
  return changeLock({ ...call, missing: MISSING_STATUSES });
}

type LockChange = Outcome<object, LockRefused>;

function changeLock(call: Parameters<typeof requestOrRefusal<LockChange>>[0]): Promise<LockChange> {
  return requestOrRefusal<LockChange>(call, { ok: true }, (no) => ({ ok: false, ...lockRefused(no) }));
}

type Extension = Outcome<
  { readonly secondsLeft: number },
  { readonly refusal: "ceiling_reached" | "reservation_expired" | "not_offered" }
>;

/**
 * Extends the reservations of a Cart. The call is our own: another service answers 404, and reading the Cart shows whether the
 * Cart or the call is missing. A missing call is remembered for five minutes.
 */
export async function extendCart(cartId: string): Promise<Extension> {
  const path = pathTo`/cart/${cartId}/extend`;
  if (path === undefined) return { ok: false, refusal: "reservation_expired" };
  if (!canExtend()) return { ok: false, refusal: "not_offered" };
  const { status, body } = await send({ name: "extendCart", method: "POST", path });
  const no = refused.safeParse(body);
  const codes = no.success ? no.data.errors.map(({ code }) => code) : [];
  if (codes.includes("CEILING_REACHED")) return { ok: false, refusal: "ceiling_reached" };
  if (codes.includes("HOLD_ENDED")) return { ok: false, refusal: "reservation_expired" };
  if (status >= 500 && status !== 501) throw new TicketingFault(`extendCart failed with ${status}.`);
  const yes = extension.safeParse(body);
  if (status < 300 && yes.success) return { ok: true, secondsLeft: yes.data.expirySeconds };
  if ((await getCart(cartId)) === undefined) return { ok: false, refusal: "reservation_expired" };
  if (MISSING_STATUSES.includes(status)) recordMissing("extendCart");
  return { ok: false, refusal: "not_offered" };
}

/** Returns false while the service is known to lack the call that extends a Cart. */
export function canExtend(): boolean {
  return !isKnownMissing("extendCart");
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
    const outcome = paymentOutcome(status, body);
    const { data: reference } = referenceIn.safeParse(body);
    return typeof outcome === "string" || reference === undefined ? outcome : { ...outcome, reference };
  } catch (fault) {
    // Neither request was sent: nothing is charged, and the buyer may try again.
    if (fault instanceof NotSent) return { ok: false, refusal: "busy" };
    // The service refused because of too many tries, of this buyer or of all: nothing is charged.
    if (fault instanceof ServiceBusy) return { ok: false, refusal: fault.isServiceAtLimit ? "busy" : "too_many_tries" };
    if (fault instanceof TicketingFault && !(fault instanceof CredentialRefused)) return "not_known";
    throw fault;
  }
}

/** The reference of the order, for the log. An extension of ours. */
const referenceIn = z.object({ reference: z.string() }).transform(({ reference }) => reference);

/** The outcome of a pay call. With a text the sales must be read to learn it. */
type PaymentOutcome =
  | (PaymentDecided & { readonly reference?: string })
  | "not_known"
  | "read_back"
  /** The service says so of the whole, and what it says of the parts cannot be read. */
  | "paid_if_sales_agree"
  | "refused_if_sales_agree";

type PaymentDecided =
  | { readonly ok: true }
  | { readonly ok: false; readonly refusal: PaymentRefusal }
  /** The service pays sale by sale, and only some were paid. */
  | ({ readonly ok: false; readonly refusal: "some_paid" } & SalesPaid);

const PAYMENT = {
  SUCCESS: { ok: true },
  NO_SALES: "read_back",
  WRONG_STATE: "read_back",
  REFUSED: { ok: false, refusal: "card_refused" },
  WRONG_AMOUNT: { ok: false, refusal: "amount_changed" },
} as const satisfies Record<string, PaymentOutcome>;

const types = Object.keys(PAYMENT) as [keyof typeof PAYMENT, ...(keyof typeof PAYMENT)[]];

/** The result of one sale. A field that cannot be read is left out. */
const payment = z.unknown().transform((row) => ({ ...resultFields.parse(objectOf(row)), key: keyIn(row) }));

const resultFields = z.object({ type: optional(z.string(), "").catch(""), status: ifReadable(saleState) });

const answer = z.object({
  type: z.enum(types),
  // A list that cannot be read counts as one result that cannot.
  payments: optional(z.array(payment), []).catch([{ type: "", status: undefined, key: undefined }]),
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
  const no = hasType(body) ? undefined : refused.safeParse(body);
  if (!no?.success) return "not_known";
  if (no.data.errors.some(({ path }) => path === "voucher")) return { ok: false, refusal: "voucher_refused" };
  if (no.data.errors.some(({ code }) => isType(code) || code === "HOLD_ENDED" || code === "NOT_FOUND"))
    return "read_back";
  // The interface refuses a payment by its type. Without one the sales must agree.
  return status >= 400 ? PAYMENT.REFUSED : "refused_if_sales_agree";
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
  const isUnread = payments.some((one) => one.status === undefined && !isType(one.type));
  if (isUnread && type === "SUCCESS") return "paid_if_sales_agree";
  if (isUnread && type === "REFUSED") return "refused_if_sales_agree";
  if (type === "SUCCESS" && paid.length < payments.length) return "not_known";
  if (type === "REFUSED" && paid.length > 0) return "not_known";
  return PAYMENT[type];
}

function isType(text: string): boolean {
  return types.some((type) => type === text);
}

function isPaid({ type, status }: Payments[number]): boolean {
  return status === undefined ? type === "SUCCESS" : status === "CONFIRMED";
}
