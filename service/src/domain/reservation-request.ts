import type { Refused } from "./reservation-refusal.ts";
import { notForSale, type Terms, type TicketTypeTerms } from "./terms.ts";

export type Wanted = { readonly ticketTypeId: number; readonly quantity: number };

/** A request that the terms allow: what it costs, and what it needs from each cap. Only stock may still refuse it. */
export type Priced = {
  readonly lines: readonly PricedLine[];
  readonly totalMinor: number;
  readonly needs: ReadonlyMap<number, number>;
};

export type PricedLine = {
  readonly type: TicketTypeTerms;
  readonly quantity: number;
  /** Where the buyer asked for it, for the refusal's path. */
  readonly index: number;
};

export type Judged =
  | { readonly ok: true; readonly priced: Priced }
  | { readonly ok: false; readonly refused: readonly Refused[] };

/** Everything that can be said about a request without counting places. All reasons at once, in the buyer's order. */
export function judge(terms: Terms, wanted: readonly Wanted[], boxOffice: boolean, hasCodes = false): Judged {
  const refused: Refused[] = [];
  const lines: PricedLine[] = [];

  for (const { ticketTypeId, quantity, index } of together(wanted)) {
    const type = terms.ticketTypes.get(ticketTypeId);
    const line = `tickets[${index}]`;
    if (type === undefined) {
      refused.push({ code: "NOT_FOUND", path: `${line}.ticketType`, ticketType: ticketTypeId });
      continue;
    }
    const named = namedTo(type, boxOffice || (terms.published && !type.hidden));
    const closed = notForSale(terms, type, boxOffice, hasCodes);
    if (closed !== undefined) {
      refused.push({ code: closed, path: `${line}.ticketType`, ...named });
    } else if (quantity > type.maximumPerOrder) {
      refused.push({ code: "OVER_LIMIT", path: `${line}.quantity`, ...named, limit: type.maximumPerOrder });
    } else if (quantity < type.minimumPerOrder) {
      refused.push({ code: "UNDER_MINIMUM", path: `${line}.quantity`, ...named, limit: type.minimumPerOrder });
    } else {
      lines.push({ type, quantity, index });
    }
  }
  return refused.length > 0 ? { ok: false, refused } : { ok: true, priced: price(lines) };
}

/** Whoever only guesses a number does not learn what is hidden there. */
export function namedTo(
  { id, name }: TicketTypeTerms,
  isSeen: boolean,
): Pick<Refused, "ticketType" | "ticketTypeName"> {
  return { ticketType: id, ...(isSeen && { ticketTypeName: name }) };
}

function price(lines: readonly PricedLine[]): Priced {
  const needs = new Map<number, number>();
  let totalMinor = 0;
  for (const { type, quantity } of lines) {
    totalMinor += (type.priceMinor + type.feeMinor) * quantity;
    for (const { stockId } of type.caps) needs.set(stockId, (needs.get(stockId) ?? 0) + quantity);
  }
  return { lines, totalMinor, needs };
}

/** Two rows for one ticket type are one wish, so that a limit cannot be passed in instalments. */
function together(wanted: readonly Wanted[]): readonly (Wanted & { readonly index: number })[] {
  const byType = new Map<number, Wanted & { readonly index: number }>();
  wanted.forEach(({ ticketTypeId, quantity }, index) => {
    const earlier = byType.get(ticketTypeId);
    byType.set(ticketTypeId, {
      ticketTypeId,
      quantity: quantity + (earlier?.quantity ?? 0),
      index: earlier?.index ?? index,
    });
  });
  return [...byType.values()];
}
