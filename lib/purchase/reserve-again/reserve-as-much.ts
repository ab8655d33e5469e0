import "server-only";

import type { Cart } from "#lib/domain/cart/cart.ts";
import type { Buyer } from "#lib/domain/people/buyer.ts";
import { type LineResult, lineResults, reservableLines } from "#lib/domain/reservation/line-results.ts";
import type { Reservation } from "#lib/domain/reservation/reservation.ts";
import type { SelectionLine } from "#lib/domain/reservation/selection.ts";
import { tryToReserve } from "#lib/purchase/reserve/try-to-reserve.ts";
import type { Claimant, Limited } from "#lib/state/places.ts";
import { getCart, type LockAnswers, lockCart } from "#lib/ticketing/carts.ts";
import { TicketingFault } from "#lib/ticketing/client/fault.ts";

export type EventResult = {
  readonly reservation?: Reservation;
  readonly lines: readonly LineResult[];
  /** Nobody can say whether these were to be had. */
  readonly isUnanswered?: true;
  /** Which limit of live places kept these from being asked for. */
  readonly limited?: Limited;
};

/** All of it if it can be had; else, asked once more, as much of it as the service says is left. */
export async function reserveAsMuch(
  eventId: number,
  wanted: readonly SelectionLine[],
  options: { readonly cartId?: string; readonly code?: string },
  claimant: Claimant,
): Promise<EventResult> {
  const none = { lines: lineResults(wanted, []) };
  const whole = await tryToReserve(eventId, wanted, options, claimant);
  if (whole === "no_answer") return { ...none, isUnanswered: true };
  if ("limit" in whole) return { ...none, limited: whole };
  if (whole.ok) return { reservation: whole.reservation, lines: lineResults(wanted, wanted) };

  const left = reservableLines(wanted, whole.shortages);
  const isWorthAsking = left.length > 0 && whole.shortages.length > 0;
  const part = isWorthAsking ? await tryToReserve(eventId, left, options, claimant) : undefined;
  if (part === undefined) return none;
  if (part === "no_answer") return { ...none, isUnanswered: true };
  if ("limit" in part) return { ...none, limited: part };
  return part.ok ? { reservation: part.reservation, lines: lineResults(wanted, left) } : none;
}

/** What of them is held now. */
export function reservedLinesOf(lines: readonly LineResult[]): readonly SelectionLine[] {
  return lines.flatMap(({ ticketTypeId, reserved }) => (reserved > 0 ? [{ ticketTypeId, quantity: reserved }] : []));
}

/** Locked as it was. The new tickets are not lost over it: what fails here is made good on the way to paying. */
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
