import "server-only";

import type { Cart, LockRefused } from "#lib/domain/cart/cart.ts";
import type { Money } from "#lib/domain/money/money.ts";
import type { Outcome } from "#lib/domain/outcome.ts";
import type { Buyer, GuestAnswers } from "#lib/domain/people/buyer.ts";
import type { Answers } from "#lib/domain/questions/field.ts";
import { env } from "#lib/env.ts";
import type { Card } from "#lib/ticketing/card.ts";
import { CredentialRefused, NothingLeft, ServiceBusy, TicketingFault } from "#lib/ticketing/client/fault.ts";
import { type Path, pathTo } from "#lib/ticketing/client/paths.ts";
import { ask, request } from "#lib/ticketing/client/request.ts";
import { exactAmount } from "#lib/ticketing/wire/exact-amount.ts";
import { type PaymentOutcome, paymentOutcome } from "#lib/ticketing/wire/purchase/payment.ts";
import { lockRefused, refused } from "#lib/ticketing/wire/purchase/refusals.ts";
import { buyerForWire, guestsForWire } from "#lib/ticketing/wire/purchase/sale.ts";
import { cart, extension } from "#lib/ticketing/wire/purchase/sales.ts";
import { anything } from "#lib/ticketing/wire/shapes.ts";

export async function getCart(cartId: string): Promise<Cart | undefined> {
  const path = pathTo`/cart/${cartId}`;
  return path && request({ name: "getCart", method: "GET", path, answer: cart });
}

/** What a Buyer says beside the usual details. What is not named stays as it was said before. */
export type LockAnswers = {
  readonly answers?: Answers;
  readonly guests?: readonly GuestAnswers[];
  /** The links of the promoters' conditions that the Buyer has accepted. */
  readonly acceptedTerms?: readonly string[];
};

/** Details given, in the language that the buyer reads, and every Reservation of the Cart frozen for payment. */
export async function lockCart(
  cartId: string,
  buyer: Buyer,
  language: string,
  { answers, guests = [], acceptedTerms = [] }: LockAnswers = {},
): Promise<Outcome<object, LockRefused>> {
  const told = {
    ...(guests.length > 0 && { guests: guestsForWire(guests) }),
    // A field of ours: a service that keeps no record of it is sent nothing that it does not know where nothing is asked.
    ...(acceptedTerms.length > 0 && { acceptedTerms }),
  };
  const body = { ...answers, ...buyerForWire(buyer, language), ...told };
  return changeLock("lockCart", pathTo`/cart/${cartId}/lock`, JSON.stringify(body));
}

/** After a refused payment, so that details or tickets can change again. */
export async function unlockCart(cartId: string): Promise<Outcome<object, LockRefused>> {
  return changeLock("unlockCart", pathTo`/cart/${cartId}/unlock`, "{}");
}

async function changeLock(name: string, path: Path | undefined, body: string): Promise<Outcome<object, LockRefused>> {
  const no = refused.transform((no) => ({ ok: false as const, ...lockRefused(no) }));
  const yes = anything.transform(() => ({ ok: true as const }));
  const outcome = path && (await request({ name, method: "POST", path, body, answer: no.or(yes), refusal: no }));
  return outcome || { ok: false, refusal: "reservation_expired" };
}

type Extension = Outcome<
  { readonly secondsLeft: number },
  { readonly refusal: "ceiling_reached" | "reservation_expired" | "not_offered" }
>;

/** An extension of ours: a service without it answers as if there were no such thing, and the Cart tells which. */
export async function extendCart(cartId: string): Promise<Extension> {
  const path = pathTo`/cart/${cartId}/extend`;
  if (path === undefined) return { ok: false, refusal: "reservation_expired" };
  const { status, body } = await ask({ name: "extendCart", method: "POST", path, body: "{}" });
  const no = refused.safeParse(body);
  const codes = no.success ? no.data.errors.map(({ code }) => code) : [];
  if (codes.includes("CEILING_REACHED")) return { ok: false, refusal: "ceiling_reached" };
  if (codes.includes("HOLD_ENDED")) return { ok: false, refusal: "reservation_expired" };
  if (status >= 500 && status !== 501) throw new TicketingFault(`extendCart failed with ${status}.`);
  const yes = extension.safeParse(body);
  if (status < 300 && yes.success) return { ok: true, secondsLeft: yes.data.expirySeconds };
  return { ok: false, refusal: (await getCart(cartId)) === undefined ? "reservation_expired" : "not_offered" };
}

/**
 * Pays what is due, once. Whatever is not a definite answer is "not_known": then nothing may be sent again, and the
 * sales are read back. `card` is absent for nothing to pay.
 */
export async function payCart(
  cartId: string,
  amount: Money,
  card: Card | undefined,
  attemptId: string,
): Promise<PaymentOutcome> {
  const path = pathTo`/cart/${cartId}/payment`;
  if (path === undefined) return "read_back";
  const body = JSON.stringify({ amount: exactAmount(amount), creditCard: card?.forWire() });
  // A second sending gets what the first one left: after the whole limit nothing of this is on its way any more.
  const begunAt = performance.now();
  const send = () =>
    ask({
      name: "payCart",
      method: "POST",
      path,
      body,
      headers: { "Idempotency-Key": attemptId },
      limitMs: Math.max(1, Math.floor(env().TICKETING_PAY_MS - (performance.now() - begunAt))),
      connections: "fresh",
    });
  try {
    const { status, body } = await send().catch((fault: unknown) => {
      if (fault instanceof NothingLeft) return send();
      throw fault;
    });
    return paymentOutcome(status, body);
  } catch (fault) {
    // Nothing reached the service, twice: nothing is charged, and the buyer may press again.
    if (fault instanceof NothingLeft) return { ok: false, refusal: "busy" };
    // It did nothing, because too much was tried: nothing is charged either.
    if (fault instanceof ServiceBusy) return { ok: false, refusal: "too_many_tries" };
    if (fault instanceof TicketingFault && !(fault instanceof CredentialRefused)) return "not_known";
    throw fault;
  }
}
