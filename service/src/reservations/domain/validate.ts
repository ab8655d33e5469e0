import { type Refused, type Terms, type TicketTypeTerms, whyNotForSale } from "./terms.ts";

export type WantedTickets = { readonly ticketTypeId: number; readonly quantity: number };

/** A request that the terms allow, with its price and the places it needs from each stock row. Only stock may still refuse it. */
export type Priced = {
  readonly lines: readonly RequestedLine[];
  readonly totalMinor: number;
  readonly needs: ReadonlyMap<number, number>;
};

type RequestedLine = {
  readonly type: TicketTypeTerms;
  readonly quantity: number;
  /** The index of the line in the request, for the path of a refusal. */
  readonly index: number;
};

type Validated =
  | { readonly ok: true; readonly priced: Priced }
  | { readonly ok: false; readonly refused: readonly Refused[] };

type ValidationContext = {
  readonly boxOffice: boolean;
  readonly hasCodes: boolean;
  /** The request adds to an existing cart. The caller of `overLimit` counts that cart's tickets under its lock. */
  readonly joinsCart: boolean;
};

/** Validates everything about a request except the places. Returns all reasons at once, in the order of the request. */
export function validate(
  terms: Terms,
  wanted: readonly WantedTickets[],
  { boxOffice, hasCodes, joinsCart }: ValidationContext,
): Validated {
  const refused: Refused[] = [];
  const lines: RequestedLine[] = [];

  for (const { ticketTypeId, quantity, index } of mergeLines(wanted)) {
    const type = terms.ticketTypes.get(ticketTypeId);
    const line = `tickets[${index}]`;
    if (type === undefined) {
      refused.push({ code: "NOT_FOUND", path: `${line}.ticketType`, ticketType: ticketTypeId });
      continue;
    }
    const named = labelOf(type, boxOffice || (terms.published && !type.hidden));
    const closed = whyNotForSale(terms, type, boxOffice, hasCodes);
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
 * Returns a refusal for each line that takes the order over the maximum of its ticket type. `inCart` is the number of
 * tickets of each type in the cart. The minimum applies to each reservation, since each can be released separately.
 */
export function overLimit(
  terms: Terms,
  lines: readonly RequestedLine[],
  inCart: ReadonlyMap<number, number>,
  boxOffice: boolean,
): readonly Refused[] {
  return lines.flatMap((line) => {
    const { type, quantity } = line;
    const ofType = inCart.get(type.id) ?? 0;
    if (ofType + quantity <= type.maximumPerOrder) return [];
    return [overLimitRow(line, ofType, labelOf(type, boxOffice || (terms.published && !type.hidden)))];
  });
}

function overLimitRow({ type, index }: RequestedLine, inCart: number, named: ReturnType<typeof labelOf>): Refused {
  const more = Math.max(0, type.maximumPerOrder - inCart);
  // Fewer than the minimum cannot be reserved, so none are left.
  const left = more < type.minimumPerOrder ? 0 : more;
  return { code: "OVER_LIMIT", path: `tickets[${index}].quantity`, ...named, left, limit: type.maximumPerOrder };
}

/** Returns the number of tickets of each type in these lines. */
export function countByType(
  lines: readonly { readonly ticketTypeId: number; readonly quantity: number }[],
): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const { ticketTypeId, quantity } of lines) counts.set(ticketTypeId, (counts.get(ticketTypeId) ?? 0) + quantity);
  return counts;
}

/** Returns the ticket type for a refusal, without its name when it is hidden from the caller. */
export function labelOf(
  { id, name }: TicketTypeTerms,
  isSeen: boolean,
): Pick<Refused, "ticketType" | "ticketTypeName"> {
  return { ticketType: id, ...(isSeen && { ticketTypeName: name }) };
}

function price(lines: readonly RequestedLine[]): Priced {
  const totalMinor = lines.reduce((sum, { type, quantity }) => sum + (type.priceMinor + type.feeMinor) * quantity, 0);
  return { lines, totalMinor, needs: needsOf(lines) };
}

/** Returns the number of places that these lines need from each stock row. */
export function needsOf(lines: readonly Omit<RequestedLine, "index">[]): ReadonlyMap<number, number> {
  const needs = new Map<number, number>();
  for (const { type, quantity } of lines) {
    for (const { stockId } of type.caps) needs.set(stockId, (needs.get(stockId) ?? 0) + quantity);
  }
  return needs;
}

/** Merges the rows of one ticket type into one, so that several rows cannot exceed a limit. */
export function mergeLines(wanted: readonly WantedTickets[]): readonly (WantedTickets & { readonly index: number })[] {
  const byType = new Map<number, WantedTickets & { readonly index: number }>();
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

/** The free places of each stock row, by its id. A missing row has none. */
export type FreePlaces = ReadonlyMap<number, number>;

type Assignment<T> = {
  readonly assigned: readonly T[];
  readonly short: readonly { readonly request: T; readonly refused: readonly Refused[] }[];
};

/** Assigns places in the order of the requests, all of a request or none. A smaller request may fit after a larger one did not. */
export function assignPlaces<T extends { readonly priced: Priced }>(
  requests: readonly T[],
  free: FreePlaces,
): Assignment<T> {
  const left = new Map(free);
  const assigned: T[] = [];
  const short: { request: T; refused: readonly Refused[] }[] = [];

  for (const request of requests) {
    const { needs } = request.priced;
    if ([...needs].every(([stockId, quantity]) => (left.get(stockId) ?? 0) >= quantity)) {
      for (const [stockId, quantity] of needs) left.set(stockId, (left.get(stockId) ?? 0) - quantity);
      assigned.push(request);
    } else {
      short.push({ request, refused: shortages(request.priced, left) });
    }
  }
  return { assigned, short };
}

/** Returns a refusal for each ticket type without enough places, with the places left. */
function shortages({ lines, needs }: Priced, left: FreePlaces): readonly Refused[] {
  return lines.flatMap(({ type, index }) => {
    if (type.caps.every(({ stockId }) => (left.get(stockId) ?? 0) >= (needs.get(stockId) ?? 0))) return [];
    const free = Math.min(...type.caps.map(({ stockId }) => left.get(stockId) ?? 0));
    // Fewer than the minimum cannot be reserved, so none are left.
    const places = free < type.minimumPerOrder ? 0 : free;
    return [
      {
        code: places > 0 ? ("NOT_ENOUGH" as const) : ("SOLD_OUT" as const),
        path: `tickets[${index}].quantity`,
        ticketType: type.id,
        ticketTypeName: type.name,
        left: places,
      },
    ];
  });
}

/** Returns the places that a batch takes from each stock row, in the order in which rows are locked. */
export function placesNeeded(
  requests: readonly { readonly priced: Priced }[],
): readonly (readonly [stockId: number, quantity: number])[] {
  const total = new Map<number, number>();
  for (const { priced } of requests) {
    for (const [stockId, quantity] of priced.needs) total.set(stockId, (total.get(stockId) ?? 0) + quantity);
  }
  return [...total].sort(([a], [b]) => a - b);
}
