import "server-only";

import type { CodesRefusal } from "#lib/domain/cart/cart.ts";
import { isLocked } from "#lib/domain/cart/cart-state.ts";
import { earliest, type Reservation } from "#lib/domain/reservation/reservation.ts";
import type { OpenCheckout } from "#lib/purchase/checkout-state-of.ts";
import { releaseReserved } from "#lib/purchase/reserve/reserved-places.ts";
import { mayReserve } from "#lib/security/may-reserve.ts";
import { visitorNetwork } from "#lib/security/visitor-network.ts";
import { rememberVisit } from "#lib/session/visit/visit-cookie.ts";
import { unlockCart } from "#lib/ticketing/carts.ts";
import { setCartCodes } from "#lib/ticketing/codes.ts";
import { remembered, tryToReserve } from "./reserve/try-to-reserve.ts";

/** Why the codes are not as asked for. `busy`: too many changes, or no answer. */
export type CodesChangeRefusal = Exclude<CodesRefusal, "not_offered"> | "busy";

type Held = Extract<OpenCheckout, { state: "reserved" }>;

/** Replaces the codes of a Cart. Returns `undefined` when it worked; the tickets stay reserved in any case. */
export async function changeCodes(checkout: Held, codes: readonly string[]): Promise<CodesChangeRefusal | undefined> {
  const { cart, visit } = checkout;
  if (!(await mayReserve(cart.id))) return "busy";
  if (isLocked(cart)) await unlockCart(cart.id);
  const text = codes.join(" ");
  const outcome = await setCartCodes(cart.id, text);
  if (!outcome.ok) return outcome.refusal === "not_offered" ? reserveWith(checkout, text) : outcome.refusal;
  // What the codes take off is no change of a price: the total that was told goes with the codes.
  const { total: _before, ...rest } = visit;
  await rememberVisit(rest);
  return undefined;
}

/** Where codes can only be given with a reservation, everything is reserved anew, and the old goes if all of it worked. */
async function reserveWith({ cart, visit }: Held, code: string): Promise<CodesChangeRefusal | undefined> {
  const made: Reservation[] = [];
  const [network, instead] = [await visitorNetwork(), cart.sales.map(({ key }) => key)];
  for (const { eventId, lines } of cart.sales) {
    const wanted = lines.map(({ ticketTypeId, quantity }) => ({ ticketTypeId, quantity }));
    const cartId = made[0]?.cartId;
    const claimant = { network, visitor: cart.id, instead, isProven: true };
    const options = { ...(cartId && { cartId }), ...(code && { code }) };
    const outcome = await tryToReserve(eventId, wanted, options, claimant);
    if (outcome === "no_answer" || !outcome.ok) {
      await releaseReserved(made.map(({ key }) => key));
      return outcome === "no_answer" ? "busy" : "refused";
    }
    made.push(outcome.reservation);
  }
  const [first] = made;
  if (first === undefined) return "reservation_expired";
  const { total: _before, ...rest } = visit;
  const expiresAt = earliest(made.map((one) => one.expiresAt));
  await rememberVisit({
    ...rest,
    cartId: first.cartId,
    reservations: made.map(remembered),
    ...(expiresAt && { expiresAt }),
  });
  await releaseReserved(instead);
  return undefined;
}
