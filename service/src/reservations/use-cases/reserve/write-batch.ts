import type { Db } from "#src/platform/store/db.ts";
import type { World } from "#src/platform/world.ts";
import { priceWithCodes } from "#src/pricing/domain/cart-price.ts";
import type { Discount } from "#src/pricing/domain/discount.ts";
import type { PricedLine } from "#src/pricing/domain/engine/rule.ts";
import type { Terms } from "#src/reservations/domain/terms.ts";
import type { Priced } from "#src/reservations/domain/validate.ts";
import { beginCartPrices } from "#src/reservations/store/cart-prices.ts";
import { type Batch, takeBatch } from "#src/reservations/store/take-batch.ts";
import { batchOf, type Drafted } from "./draft-reservation.ts";

/** A new cart without codes costs what the rules say of its own lines, so that is known before anything is locked. */
export function priceAlone(
  { eventId, currency, now }: Terms,
  discounts: readonly Discount[],
  priced: Priced,
): { readonly priced: Priced; readonly prices: readonly PricedLine[] } {
  const lines = priced.lines.map(({ type, quantity }) => {
    return { ...type, ...{ eventId, quantity, ticketTypeId: type.id, id: String(type.id) } };
  });
  const price = priceWithCodes(lines, { discounts, typed: [], currency, now }).priced;
  return { priced: { ...priced, totalMinor: price.totalMinor }, prices: price.lines };
}

/** Takes the places of a batch and writes its reservations, and beside them what rules took off the new carts in it. */
export async function writeBatch(
  db: Db,
  world: World,
  terms: Terms,
  drafted: readonly Drafted[],
  takes: Batch["takes"],
): Promise<Date> {
  const batch = batchOf(world, terms, drafted, takes);
  const begun = drafted.filter(({ request }) => request.prices !== undefined);
  // Where no rule has to do with it, it stays the one statement.
  if (begun.length === 0) return takeBatch(db, batch);
  return db.transaction(async (tx) => {
    const expiresAt = await takeBatch(tx, batch);
    const savings = begun.flatMap(({ key, request: { priced, prices = [] } }) =>
      priced.lines.flatMap(({ type }, at) =>
        (prices[at]?.savings ?? []).map((saving) => ({ key, ticketTypeId: type.id, ...saving })),
      ),
    );
    const keys = begun.map(({ key }) => key);
    await beginCartPrices(tx, keys, savings);
    return expiresAt;
  });
}
