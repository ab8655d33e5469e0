import type { Db } from "#src/platform/store/db.ts";
import type { World } from "#src/platform/world.ts";
import { priceWithCodes } from "#src/pricing/domain/cart-price.ts";
import type { Discount } from "#src/pricing/domain/discount.ts";
import type { PricedLine } from "#src/pricing/domain/engine/rule.ts";
import type { Terms } from "#src/reservations/domain/terms.ts";
import type { Priced } from "#src/reservations/domain/validate.ts";
import { insertCartPrices } from "#src/reservations/store/cart-prices.ts";
import { type Batch, takeBatch } from "#src/reservations/store/take-batch.ts";
import { batchOf, type Draft } from "./draft-reservation.ts";

/** Prices a new cart without codes. Its price depends on its own lines only, so it is calculated before any lock. */
export function priceAlone(
  { eventId, currency, now }: Terms,
  discounts: readonly Discount[],
  priced: Priced,
): { readonly priced: Priced; readonly prices: readonly PricedLine[] } {
  const lines = priced.lines.map(({ type, quantity }) => {
    return { ...type, eventId, quantity, ticketTypeId: type.id, id: String(type.id) };
  });
  const price = priceWithCodes(lines, { discounts, typed: [], currency, now }).priced;
  return { priced: { ...priced, totalMinor: price.totalMinor }, prices: price.lines };
}

/** Takes the places of a batch and writes its reservations, with the savings of its new carts. Returns the expiry. */
export async function writeBatch(
  db: Db,
  world: World,
  terms: Terms,
  drafted: readonly Draft[],
  places: Pick<Batch, "takes" | "isCounted">,
): Promise<Date> {
  const batch = batchOf(world, terms, drafted, places);
  const priced = drafted.filter(({ request }) => request.prices !== undefined);
  // Without prices by rules, one statement is sufficient.
  if (priced.length === 0) return takeBatch(db, batch);
  return db.transaction(async (tx) => {
    const expiresAt = await takeBatch(tx, batch);
    const savings = priced.flatMap(
      ({
        key,
        request: {
          priced: { lines },
          prices = [],
        },
      }) =>
        lines.flatMap(({ type }, at) =>
          (prices[at]?.savings ?? []).map((saving) => ({ key, ticketTypeId: type.id, ...saving })),
        ),
    );
    const keys = priced.map(({ key }) => key);
    await insertCartPrices(tx, keys, savings);
    return expiresAt;
  });
}
