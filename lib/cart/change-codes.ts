import "server-only";

import { type CodesLimited, codesOf, countUnknown, unknownCodes, withinCodeTries } from "#lib/cart/code-tries.ts";
import { releaseReserved } from "#lib/cart/reserving/release-and-extend.ts";
import { isEffective } from "#lib/cart/summary.ts";
import { codeCount } from "#lib/catalogue/event-link.ts";
import { isLocked } from "#lib/purchase/cart-state.ts";
import type { OpenCheckout } from "#lib/purchase/checkout-state-of.ts";
import { type Bucket, withinLimit } from "#lib/security/limits.ts";
import { mayReserve } from "#lib/security/may-reserve.ts";
import { visitorNetwork } from "#lib/security/visitor-network.ts";
import { rememberPurchase, sourceOf } from "#lib/session/purchase/purchase-cookie.ts";
import { visitId } from "#lib/session/visit-id.ts";
import { unlockCart } from "#lib/ticketing/carts.ts";
import { setCartCodes } from "#lib/ticketing/codes.ts";
import type { CodesRefusal } from "#lib/ticketing/model/cart.ts";
import { earliest, type Reservation, type Source } from "#lib/ticketing/model/reservation.ts";
import { inEmptyCart } from "./reserving/begun-cart.ts";
import { remembered, tryToReserve } from "./reserving/try-to-reserve.ts";

/** Why the codes of a Cart stay as they were. `busy`: too many changes, or the service gave no answer. */
export type CodesChangeRefusal = Exclude<CodesRefusal, "not_offered"> | "busy" | CodesLimited;

type Reserved = Extract<OpenCheckout, { state: "reserved" }>;

/** Adds codes to those of a Cart that have an effect, and drops the others. Returns `undefined` when it worked. */
export async function addCodesTo(
  checkout: Reserved,
  codes: readonly string[],
): Promise<CodesChangeRefusal | undefined> {
  if (!(await mayTryCodes(codes.join(" "), "useCodePerNetwork"))) return "busy";
  const before = checkout.cart.codes;
  const effective = before.filter(isEffective).map(({ code }) => code);
  const isChange = codes.length > 0 || effective.length < before.length;
  return isChange ? changeCodes(checkout, [...new Set([...effective, ...codes])]) : undefined;
}

/** Removes one code of a Cart. Returns `undefined` when it worked. */
export async function removeCodeFrom(
  checkout: Reserved,
  removed: string | undefined,
): Promise<CodesChangeRefusal | undefined> {
  const codes = checkout.cart.codes.map(({ code }) => code);
  return changeCodes(
    checkout,
    codes.filter((code) => code !== removed),
  );
}

/** Replaces the codes of a Cart. The tickets stay reserved whether it works or not. */
async function changeCodes(checkout: Reserved, codes: readonly string[]): Promise<CodesChangeRefusal | undefined> {
  const { cart, purchase } = checkout;
  if (!(await mayReserve(cart.id))) return "busy";
  if (isLocked(cart)) await unlockCart(cart.id);
  const text = codes.join(" ");
  const before = cart.codes.map(({ code }) => code.toUpperCase());
  const typed = codesOf(text).filter((code) => !before.includes(code));
  const unknownIn = (outcome: Awaited<ReturnType<typeof setCartCodes>>) =>
    unknownCodes(outcome.ok ? outcome.codes : []);
  const set = () => setCartCodes(cart.id, text);
  const outcome = await withinCodeTries(await visitorNetwork(), typed.join(" "), set, unknownIn);
  if ("waitSeconds" in outcome) return outcome;
  if (!outcome.ok) return outcome.refusal === "not_offered" ? reserveWith(checkout, text) : outcome.refusal;
  // A lower total because of a code is not a price change: the total that was shown is forgotten with the old codes.
  const { total: _before, ...rest } = purchase;
  await rememberPurchase(rest);
  return undefined;
}

/**
 * For a service that takes codes only with a reservation: reserves every sale again with the codes, and releases the old
 * reservations when all of it worked.
 */
async function reserveWith(checkout: Reserved, code: string): Promise<CodesChangeRefusal | undefined> {
  return inEmptyCart(await visitId(), (cartId) => reserveAllWith(checkout, code, cartId));
}

async function reserveAllWith(
  { cart, purchase }: Reserved,
  code: string,
  newCart: string | undefined,
): Promise<CodesChangeRefusal | undefined> {
  const made: (Reservation & { readonly source?: Source })[] = [];
  const [network, replaced] = [await visitorNetwork(), cart.sales.map(({ key }) => key)];
  for (const { eventId, lines } of cart.sales) {
    const wanted = lines.map(({ ticketTypeId, quantity }) => ({ ticketTypeId, quantity }));
    const cartId = made[0]?.cartId ?? newCart;
    const known = made.map(({ key }) => key);
    const claimant = { network, visitor: cart.id, instead: replaced, isProven: true };
    const source = sourceOf(purchase, eventId);
    const options = { ...(cartId && { cartId }), known, ...(code && { code }), ...(source && { source }) };
    const outcome = await tryToReserve(eventId, wanted, options, claimant);
    if (typeof outcome === "string" || !outcome.ok) {
      await releaseReserved(made.map(({ key }) => key));
      return typeof outcome === "string" ? "busy" : "refused";
    }
    await countUnknown(network, outcome.reservation.codes);
    made.push({ ...outcome.reservation, ...(source && { source }) });
  }
  const [first] = made;
  if (first === undefined) return "reservation_expired";
  const { total: _before, ...rest } = purchase;
  const expiresAt = earliest(made.map((one) => one.expiresAt));
  await rememberPurchase({
    ...rest,
    cartId: first.cartId,
    reservations: made.map(remembered),
    ...(expiresAt && { expiresAt }),
  });
  await releaseReserved(replaced);
  return undefined;
}

/** Counts one try for each code, and returns whether they are within the limit of the visitor's network. */
export async function mayTryCodes(
  codes: string | undefined,
  bucket: Extract<Bucket, "revealPerNetwork" | "quotePerNetwork" | "useCodePerNetwork">,
): Promise<boolean> {
  return withinLimit(bucket, await visitorNetwork(), Math.max(1, codeCount(codes)));
}
