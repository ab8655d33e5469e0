import type { Shortage } from "./reservation.ts";
import type { SelectionLine } from "./selection.ts";

/** One line of what was held before, and how many of it are held now. */
export type LineResult = { readonly ticketTypeId: number; readonly wanted: number; readonly reserved: number };

/** What to ask for when not everything can be had: as many as are left, and nothing of what is gone. */
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
