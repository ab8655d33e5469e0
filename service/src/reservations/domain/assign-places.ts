import type { Refused } from "./reservation-refusal.ts";
import type { Priced } from "./validate.ts";

/** How many places each stock row has free. A row that is not there has none. */
export type Free = ReadonlyMap<number, number>;

export type Assignment<T> = {
  readonly assigned: readonly T[];
  readonly short: readonly { readonly request: T; readonly refused: readonly Refused[] }[];
};

/** First come, first served, each request whole or not at all. A small request may pass where a large one did not fit. */
export function assignPlaces<T extends { readonly priced: Priced }>(requests: readonly T[], free: Free): Assignment<T> {
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

/** Names the ticket types that cannot be had in the number asked for, and how many of each could. */
function shortages({ lines, needs }: Priced, left: Free): readonly Refused[] {
  return lines.flatMap(({ type, index }) => {
    if (type.caps.every(({ stockId }) => (left.get(stockId) ?? 0) >= (needs.get(stockId) ?? 0))) return [];
    const places = Math.min(...type.caps.map(({ stockId }) => left.get(stockId) ?? 0));
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

/** What a batch takes from each stock row, in the order in which rows are locked. */
export function placesNeeded(
  requests: readonly { readonly priced: Priced }[],
): readonly (readonly [stockId: number, quantity: number])[] {
  const total = new Map<number, number>();
  for (const { priced } of requests) {
    for (const [stockId, quantity] of priced.needs) total.set(stockId, (total.get(stockId) ?? 0) + quantity);
  }
  return [...total].sort(([a], [b]) => a - b);
}
