import type { Refused } from "./reservation-refusal.ts";
import type { Priced } from "./validate.ts";

/** The free places of each stock row, by its id. A missing row has none. */
export type Free = ReadonlyMap<number, number>;

export type Assignment<T> = {
  readonly assigned: readonly T[];
  readonly short: readonly { readonly request: T; readonly refused: readonly Refused[] }[];
};

/** Assigns places in the order of the requests, all of a request or none. A smaller request may fit after a larger one did not. */
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

/** Returns a refusal for each ticket type without enough places, with the places left. */
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
