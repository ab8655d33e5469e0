import "server-only";

import type { Underway } from "#app/[locale]/checkout/underway.ts";
import { isLocked } from "#lib/domain/cart/cart-state.ts";
import { earliest, type Reservation } from "#lib/domain/cart/reservation.ts";
import { releaseHeld } from "#lib/purchase/reserved-places.ts";
import { mayReserve } from "#lib/security/may-reserve.ts";
import { visitorNetwork } from "#lib/security/visitor-network.ts";
import { rememberVisit } from "#lib/session/visit/visit-cookie.ts";
import { unlockCart } from "#lib/ticketing/carts.ts";
import { setCartCodes } from "#lib/ticketing/codes.ts";
import type { CodesNews } from "./cart-news.ts";
import { remembered, tryToReserve } from "./try-to-reserve.ts";

type Held = Extract<Underway, { at: "held" }>;

/** These codes in place of those that the Cart had. Whatever comes of it, the tickets stay held. */
export async function changeCodes(stand: Held, codes: readonly string[]): Promise<CodesNews | undefined> {
  const { cart, visit } = stand;
  if (!(await mayReserve(cart.id))) return "busy";
  if (isLocked(cart)) await unlockCart(cart.id);
  const text = codes.join(" ");
  const outcome = await setCartCodes(cart.id, text);
  if (!outcome.ok) return outcome.refusal === "not_offered" ? reserveWith(stand, text) : outcome.refusal;
  // What the codes take off is no change of a price: the total that was told goes with the codes.
  const { total: _before, ...rest } = visit;
  await rememberVisit(rest);
  return undefined;
}

/** Where codes can only be given with a reservation, everything is reserved anew, and the old goes if all of it worked. */
async function reserveWith({ cart, visit }: Held, code: string): Promise<CodesNews | undefined> {
  const made: Reservation[] = [];
  const [network, instead] = [await visitorNetwork(), cart.sales.map(({ key }) => key)];
  for (const { eventId, lines } of cart.sales) {
    const wanted = lines.map(({ ticketTypeId, quantity }) => ({ ticketTypeId, quantity }));
    const cartId = made[0]?.cartId;
    const claimant = { network, visitor: cart.id, instead, isProven: true };
    const options = { ...(cartId && { cartId }), ...(code && { code }) };
    const outcome = await tryToReserve(eventId, wanted, options, claimant);
    if (outcome === "no_answer" || !outcome.ok) {
      await releaseHeld(made.map(({ key }) => key));
      return outcome === "no_answer" ? "busy" : "refused";
    }
    made.push(outcome.reservation);
  }
  const [first] = made;
  if (first === undefined) return "hold_ended";
  const { total: _before, ...rest } = visit;
  const expiresAt = earliest(made.map((one) => one.expiresAt));
  await rememberVisit({
    ...rest,
    cartId: first.cartId,
    reservations: made.map(remembered),
    ...(expiresAt && { expiresAt }),
  });
  await releaseHeld(instead);
  return undefined;
}
