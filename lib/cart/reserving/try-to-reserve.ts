import "server-only";

import { forgetLiveOffering } from "#lib/catalogue/availability.ts";
import { type Claimant, claimPlaces, type Limited } from "#lib/security/live-reservations.ts";
import type { PurchaseReservation } from "#lib/session/purchase/purchase-cookie.ts";
import { getCart } from "#lib/ticketing/carts.ts";
import { type Failure, failureOnFault, undefinedOnFault } from "#lib/ticketing/client/fault.ts";
import type { Cart, CartSale } from "#lib/ticketing/model/cart.ts";
import { type Reservation, type SelectionLine, ticketCount } from "#lib/ticketing/model/reservation.ts";
import { createReservation } from "#lib/ticketing/reservations.ts";

export type ReservationOptions = NonNullable<Parameters<typeof createReservation>[2]>;
type Outcome = Awaited<ReturnType<typeof createReservation>> | Limited | Failure;

/**
 * Reserves once, within the limits of live places (`lib/security/reservation-limits.ts`). When the response is
 * lost, it reads the Cart again: a sale that was not in it before is the new reservation. Otherwise its tickets would
 * stay reserved without the visitor's knowledge. Places that a busy service did not reserve do not count.
 */
export async function tryToReserve(
  eventId: number,
  wanted: readonly SelectionLine[],
  options: ReservationOptions,
  claimant: Claimant,
): Promise<Outcome> {
  // The places of an offer are set aside for this visitor, so the limits of live places do not apply.
  if (options.waitingListOffer !== undefined) return createOnce(eventId, wanted, options);
  const claim = claimPlaces(eventId, ticketCount(wanted), claimant);
  if (!claim.ok) return claim;
  const outcome = await createOnce(eventId, wanted, options);
  if (outcome === "no_answer") return outcome;
  if (typeof outcome !== "string" && outcome.ok) claim.keep(outcome.reservation);
  else claim.drop();
  return outcome;
}

async function createOnce(
  eventId: number,
  wanted: readonly SelectionLine[],
  options: ReservationOptions,
): Promise<Exclude<Outcome, Limited>> {
  const before = options.cartId === undefined ? undefined : await undefinedOnFault(getCart(options.cartId));
  const outcome = await failureOnFault(createReservation(eventId, wanted, options));
  if (typeof outcome !== "string") {
    if (!outcome.ok) forgetLiveOffering(eventId);
    return outcome;
  }
  const after = before && (await undefinedOnFault(getCart(before.id)));
  const known = new Set(before?.sales.map(({ key }) => key));
  const made = after?.sales.find((sale) => sale.eventId === eventId && !known.has(sale.key));
  if (made && after) return { ok: true, reservation: reservationOf(made, after) };
  return outcome;
}

/** Returns the part of a sale or a reservation that the purchase stores. */
export function remembered({ key, eventId, eventName, lines, source }: PurchaseReservation): PurchaseReservation {
  return {
    key,
    eventId,
    eventName,
    lines: lines.map(({ ticketTypeId, quantity }) => ({ ticketTypeId, quantity })),
    ...(source && { source }),
  };
}

function reservationOf(sale: CartSale, { id, expiresAt, codes }: Cart): Reservation {
  return { ...sale, cartId: id, codes, ...(expiresAt !== undefined && { expiresAt }) };
}
