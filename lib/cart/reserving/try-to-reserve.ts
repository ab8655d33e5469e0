import "server-only";

import { forgetLiveOffering } from "#lib/catalogue/availability.ts";
import { isUnpaid } from "#lib/purchase/cart-state.ts";
import { type Claimant, claimPlaces, type Limited } from "#lib/security/live-reservations.ts";
import type { PurchaseReservation } from "#lib/session/purchase/purchase-cookie.ts";
import { getCart } from "#lib/ticketing/carts.ts";
import {
  type Failure,
  failureOf,
  isNothingDone,
  TicketingFault,
  undefinedOnFault,
} from "#lib/ticketing/client/fault.ts";
import type { Cart, CartSale } from "#lib/ticketing/model/cart.ts";
import { type Reservation, type SelectionLine, ticketCount } from "#lib/ticketing/model/reservation.ts";
import { createReservation } from "#lib/ticketing/reservations.ts";

export type ReservationOptions = NonNullable<Parameters<typeof createReservation>[2]> & {
  /** The keys of the sales that the Cart has before. */
  readonly known?: readonly string[];
};

/**
 * Why it is not known that the tickets are reserved. `maybe_reserved`: the answer was lost or cannot be read, and neither can the
 * Cart: the tickets may be reserved until their reservation expires.
 */
export type ReserveFailure = Failure | "maybe_reserved";

type Outcome = Awaited<ReturnType<typeof createReservation>> | Limited | ReserveFailure;

/**
 * Reserves once, within the limits of live places (`lib/security/reservation-limits.ts`). When the response is lost or cannot be
 * read, it reads the Cart: a sale that was not in it before is the new reservation. Otherwise its tickets would stay reserved
 * without the visitor's knowledge. Places that a busy service did not reserve do not count.
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
  if (outcome === "no_answer" || outcome === "maybe_reserved") return outcome;
  if (typeof outcome !== "string" && outcome.ok) claim.keep(outcome.reservation);
  else claim.drop();
  return outcome;
}

async function createOnce(
  eventId: number,
  wanted: readonly SelectionLine[],
  options: ReservationOptions,
): Promise<Exclude<Outcome, Limited>> {
  try {
    const outcome = await createReservation(eventId, wanted, options);
    if (!outcome.ok) forgetLiveOffering(eventId);
    return outcome;
  } catch (fault) {
    if (!(fault instanceof TicketingFault)) throw fault;
    const failure = failureOf(fault);
    if (isNothingDone(fault)) return failure;
    const { cartId, known = [] } = options;
    const cart = cartId === undefined ? undefined : await undefinedOnFault(getCart(cartId));
    // A service need not name the event of a sale.
    const isOfEvent = (sale: CartSale) => sale.eventId === eventId || sale.eventId === 0;
    const isMade = (sale: CartSale) => isOfEvent(sale) && isUnpaid(sale.status) && !known.includes(sale.key);
    const made = cart?.sales.find(isMade);
    if (cart && made) return { ok: true, reservation: reservationOf(made, cart) };
    return cart === undefined && failure === "no_answer" ? "maybe_reserved" : failure;
  }
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

/** Returns a sale of a Cart as the reservation that it was made by. */
export function reservationOf(sale: CartSale, { id, expiresAt, codes }: Cart): Reservation {
  return { ...sale, cartId: id, codes, ...(expiresAt !== undefined && { expiresAt }) };
}
