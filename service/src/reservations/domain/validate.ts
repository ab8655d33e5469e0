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

export type Validated =
  | { readonly ok: true; readonly priced: Priced }
  | { readonly ok: false; readonly refused: readonly Refused[] };

export type ValidationContext = {
  readonly boxOffice: boolean;
  readonly hasCodes: boolean;
  /** It goes into a cart that may hold tickets already: whoever has that cart locked counts them with `overLimit`. */
  readonly joinsCart: boolean;
};

/** Everything that can be said about a request without counting places. All reasons at once, in the buyer's order. */
export function validate(
  terms: Terms,
  wanted: readonly Wanted[],
  { boxOffice, hasCodes, joinsCart }: ValidationContext,
): Validated {
  const refused: Refused[] = [];
  const lines: PricedLine[] = [];

  for (const { ticketTypeId, quantity, index } of mergeLines(wanted)) {
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
    } else if (!joinsCart && quantity > type.maximumPerOrder) {
      refused.push(overLimitRow({ type, quantity, index }, 0, named));
    } else if (quantity < type.minimumPerOrder) {
      refused.push({ code: "UNDER_MINIMUM", path: `${line}.quantity`, ...named, limit: type.minimumPerOrder });
    } else {
      lines.push({ type, quantity, index });
    }
  }
  return refused.length > 0 ? { ok: false, refused } : { ok: true, priced: price(lines) };
}

/**
 * Returns a refusal for each line that takes the order over the maximum of its ticket type. `held` says how many of each
 * type the cart has. The minimum binds each reservation by itself, since each can be released by itself.
 */
export function overLimit(
  terms: Terms,
  lines: readonly PricedLine[],
  held: ReadonlyMap<number, number>,
  boxOffice: boolean,
): readonly Refused[] {
  return lines.flatMap((line) => {
    const { type, quantity } = line;
    const has = held.get(type.id) ?? 0;
    if (has + quantity <= type.maximumPerOrder) return [];
    return [overLimitRow(line, has, namedTo(type, boxOffice || (terms.published && !type.hidden)))];
  });
}

function overLimitRow({ type, index }: PricedLine, held: number, named: ReturnType<typeof namedTo>): Refused {
  const more = Math.max(0, type.maximumPerOrder - held);
  // Fewer than the minimum cannot be reserved, so there are none.
  const left = more < type.minimumPerOrder ? 0 : more;
  return { code: "OVER_LIMIT", path: `tickets[${index}].quantity`, ...named, left, limit: type.maximumPerOrder };
}

/** How many of each ticket type these lines hold together. */
export function countByType(
  lines: readonly { readonly ticketTypeId: number; readonly quantity: number }[],
): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const { ticketTypeId, quantity } of lines) counts.set(ticketTypeId, (counts.get(ticketTypeId) ?? 0) + quantity);
  return counts;
}

/** Whoever only guesses a number does not learn what is hidden there. */
export function namedTo(
  { id, name }: TicketTypeTerms,
  isSeen: boolean,
): Pick<Refused, "ticketType" | "ticketTypeName"> {
  return { ticketType: id, ...(isSeen && { ticketTypeName: name }) };
}

function price(lines: readonly PricedLine[]): Priced {
  const totalMinor = lines.reduce((sum, { type, quantity }) => sum + (type.priceMinor + type.feeMinor) * quantity, 0);
  return { lines, totalMinor, needs: needsOf(lines) };
}

/** How many places these lines need from each stock row. */
export function needsOf(lines: readonly Omit<PricedLine, "index">[]): ReadonlyMap<number, number> {
  const needs = new Map<number, number>();
  for (const { type, quantity } of lines) {
    for (const { stockId } of type.caps) needs.set(stockId, (needs.get(stockId) ?? 0) + quantity);
  }
  return needs;
}

/** Two rows for one ticket type are one wish, so that a limit cannot be passed in instalments. */
export function mergeLines(wanted: readonly Wanted[]): readonly (Wanted & { readonly index: number })[] {
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
