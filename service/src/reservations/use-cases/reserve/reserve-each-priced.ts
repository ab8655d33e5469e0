import type { Db } from "#src/platform/store/db.ts";
import { mayRepeat, REPEATS_MAX } from "#src/platform/store/faults.ts";
import type { World } from "#src/platform/world.ts";
import type { Discount } from "#src/pricing/domain/discount.ts";
import type { Terms } from "#src/reservations/domain/terms.ts";
import { endExpiredOfCart } from "#src/stock/store/return-places.ts";
import { reservePriced } from "./reserve-priced.ts";
import type { PricedRequest } from "./validate-batch.ts";

/** Each has a transaction of its own, on a connection of its own; a few are left for everybody else. */
const PRICED_AT_ONCE = 4;

/**
 * Reserves for requests that are priced together with their cart, a few at a time. All of them have ended before a fault of one
 * is thrown, so that none is decided twice.
 */
export async function reserveEachPriced(
  world: World,
  terms: Terms,
  discounts: readonly Discount[],
  requests: readonly PricedRequest[],
): Promise<void> {
  const waiting = requests.values();
  const faults: unknown[] = [];
  const work = async () => {
    for (const one of waiting) {
      try {
        const outcome = await reservePriced(world, terms, discounts, one);
        const { cartKey, caller } = one.pending.request;
        // What had not lapsed when the batch was validated may have by the time the cart was locked and counted.
        if (outcome.ok && cartKey !== undefined) await endLapsed(world.db, caller.account.id, cartKey);
        one.pending.answer(outcome);
      } catch (error) {
        faults.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(PRICED_AT_ONCE, requests.length) }, work));
  if (faults.length > 0) throw faults[0];
}

/** The new reservation is written by now, so nothing that breaks here may have it decided, and made, a second time. */
async function endLapsed(db: Db, accountId: number, cartKey: string): Promise<void> {
  for (let repeats = 0; ; repeats += 1) {
    try {
      return await endExpiredOfCart(db, accountId, cartKey);
    } catch (error) {
      if (mayRepeat(error) && repeats < REPEATS_MAX) continue;
      console.error("What had lapsed in a cart stays in it until its grace is over.", error);
      return;
    }
  }
}
