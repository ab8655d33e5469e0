import type { CartSale } from "#lib/ticketing/model/cart.ts";
import { type SelectionLine, ticketCount } from "#lib/ticketing/model/reservation.ts";

/** A sale, and the lines of which tickets are kept: all others of it are given back. */
export type KeptPart = { readonly sale: CartSale; readonly kept: readonly SelectionLine[] };

/**
 * Returns what is kept of each of these sales when so many tickets of one line are given back, the newest sale first. No sale keeps
 * fewer than `least`, but none. Only sales that change are returned; none where not all of the tickets can be given back.
 */
export function partsWithout(
  sales: readonly CartSale[],
  isOfLine: (line: CartSale["lines"][number]) => boolean,
  tickets: number,
  least: number,
): readonly KeptPart[] {
  let left = tickets;
  const parts = sales.toReversed().flatMap((sale): readonly KeptPart[] => {
    const own = ticketCount(sale.lines.filter(isOfLine));
    const fewest = own <= left ? 0 : Math.min(own, least);
    const given = Math.min(left, own - fewest);
    if (given === 0) return [];
    left -= given;
    const kept = sale.lines.map((line) => ({
      ticketTypeId: line.ticketTypeId,
      quantity: isOfLine(line) ? line.quantity - given : line.quantity,
    }));
    return [{ sale, kept: kept.filter(({ quantity }) => quantity > 0) }];
  });
  return left === 0 ? parts : [];
}
