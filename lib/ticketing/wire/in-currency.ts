import "server-only";

import { objectOf } from "#lib/ticketing/wire/shapes.ts";

/** Returns figures with the currency of their revenue, which an answer names once for all of them. */
export function inCurrency(figures: unknown, currency: unknown): unknown {
  const { revenue: amount, ...rest } = objectOf(figures);
  return amount === undefined ? figures : { ...rest, revenue: { amount, currency } };
}
