import "server-only";

import { type LineResult, lineResults, reservableLines } from "#lib/cart/reserving/line-results.ts";
import { type ReservationOptions, type ReserveFailure, tryToReserve } from "#lib/cart/reserving/try-to-reserve.ts";
import type { Claimant, Limited } from "#lib/security/live-reservations.ts";
import { getCart, type LockAnswers, lockCart } from "#lib/ticketing/carts.ts";
import { TicketingFault } from "#lib/ticketing/client/fault.ts";
import type { Buyer } from "#lib/ticketing/model/buyer.ts";
import type { Cart } from "#lib/ticketing/model/cart.ts";
import type { Reservation, SelectionLine } from "#lib/ticketing/model/reservation.ts";
import type { NoPass } from "#lib/waiting-room/line-address.ts";

export type EventResult = {
  readonly reservation?: Reservation;
  readonly lines: readonly LineResult[];
  /** The service was busy or gave no answer: these may be reserved or not. */
  readonly failed?: ReserveFailure;
  /** The limit of live places that was reached; no request was sent. */
  readonly limited?: Limited;
  /** Others reserve tickets of this event first; no request was sent. */
  readonly line?: NoPass;
};

/** Reserves all lines; where that is refused, tries once more with as many as the service has left. */
export async function reserveAsMuch(
  eventId: number,
  wanted: readonly SelectionLine[],
  options: Pick<ReservationOptions, "cartId" | "known" | "code" | "source">,
  claimant: Claimant,
): Promise<EventResult> {
  const none = { lines: lineResults(wanted, []) };
  const whole = await tryToReserve(eventId, wanted, options, claimant);
  if (typeof whole === "string") return { ...none, failed: whole };
  if ("limit" in whole) return { ...none, limited: whole };
  if (whole.ok) return { reservation: whole.reservation, lines: lineResults(wanted, wanted) };

  const left = reservableLines(wanted, whole.shortages);
  const isWorthTrying = left.length > 0 && whole.shortages.length > 0;
  const part = isWorthTrying ? await tryToReserve(eventId, left, options, claimant) : undefined;
  if (part === undefined) return none;
  if (typeof part === "string") return { ...none, failed: part };
  if ("limit" in part) return { ...none, limited: part };
  return part.ok ? { reservation: part.reservation, lines: lineResults(wanted, left) } : none;
}

/** Returns the lines that are reserved now. */
export function reservedLinesOf(lines: readonly LineResult[]): readonly SelectionLine[] {
  return lines.flatMap(({ ticketTypeId, reserved }) => (reserved > 0 ? [{ ticketTypeId, quantity: reserved }] : []));
}

/**
 * Locks the new sales for the same buyer, and returns the cart. Returns `undefined` on a fault: the tickets stay
 * reserved, and are locked on the way to payment.
 */
export async function lockAgain(
  cartId: string,
  buyer: Buyer | undefined,
  language: string,
  answers: LockAnswers = {},
): Promise<Cart | undefined> {
  try {
    if (buyer !== undefined) await lockCart(cartId, buyer, language, answers);
    return await getCart(cartId);
  } catch (fault) {
    if (fault instanceof TicketingFault) return undefined;
    throw fault;
  }
}
