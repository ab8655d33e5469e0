import type { SelectionLine, Shortage } from "#lib/ticketing/model/reservation.ts";

/** One line of an earlier reservation, and how many of its tickets are reserved now. */
export type LineResult = { readonly ticketTypeId: number; readonly wanted: number; readonly reserved: number };

/** Returns the lines that can still be reserved, given the shortages: as many as are left, and no sold-out line. */
export function reservableLines(
  wanted: readonly SelectionLine[],
  shortages: readonly Shortage[],
): readonly SelectionLine[] {
  const left = new Map(shortages.map((shortage) => [shortage.ticketTypeId, shortage.left ?? 0]));
  return wanted.flatMap(({ ticketTypeId, quantity }) => {
    const possible = Math.min(quantity, left.get(ticketTypeId) ?? quantity);
    return possible > 0 ? [{ ticketTypeId, quantity: possible }] : [];
  });
}

export function lineResults(before: readonly SelectionLine[], now: readonly SelectionLine[]): readonly LineResult[] {
  return before.map(({ ticketTypeId, quantity }) => ({
    ticketTypeId,
    wanted: quantity,
    reserved: now.find((line) => line.ticketTypeId === ticketTypeId)?.quantity ?? 0,
  }));
}

/** Returns the guests for whom these lines have a ticket, in their order. A lock is refused for any other. */
export function guestsWithTicket<Guest extends { readonly ticketTypeId: number }>(
  guests: readonly Guest[],
  lines: readonly SelectionLine[],
): readonly Guest[] {
  const left = new Map<number, number>();
  for (const { ticketTypeId, quantity } of lines) left.set(ticketTypeId, (left.get(ticketTypeId) ?? 0) + quantity);
  return guests.filter(({ ticketTypeId }) => {
    const count = left.get(ticketTypeId) ?? 0;
    left.set(ticketTypeId, count - 1);
    return count > 0;
  });
}
