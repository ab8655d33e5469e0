import { inBatch } from "#src/platform/domain/request-context.ts";
import { retryOnConflict } from "#src/platform/store/retry-on-conflict.ts";
import type { World } from "#src/platform/world.ts";
import type { Discount } from "#src/pricing/domain/discount.ts";
import type { Terms } from "#src/reservations/domain/terms.ts";
import { endExpiredOfCart } from "#src/stock/store/return-places.ts";
import { reservePriced } from "./reserve-priced.ts";
import type { PricedRequest } from "./validate-batch.ts";

/** Each uses a connection of the pool. The others stay free for other calls. */
const PRICED_AT_ONCE = 4;

/**
 * Reserves for requests that are priced together with their cart, a few at a time. Throws the first fault after all
 * requests have ended, so that none is decided twice.
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
        const outcome = await inBatch("priced reservation", [one.pending.context], () =>
          reservePriced(world, terms, discounts, one),
        );
        const { cartKey, caller } = one.pending.request;
        // A reservation of the cart may have expired between the validation and the lock of the cart.
        if (outcome.ok && cartKey !== undefined) await endExpired(world, caller.account.id, cartKey);
        one.pending.answer(outcome);
      } catch (error) {
        faults.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(PRICED_AT_ONCE, requests.length) }, work));
  if (faults.length > 0) throw faults[0];
}

/** Ends the expired reservations of a cart. Logs a fault and does not throw: the new reservation is written, and a retry of the batch would make it twice. */
async function endExpired({ db, log }: World, accountId: number, cartKey: string): Promise<void> {
  try {
    await retryOnConflict(() => endExpiredOfCart(db, accountId, cartKey));
  } catch (error) {
    log("warn", "The expired reservations of a cart stay in it until their grace period ends.", {}, error);
  }
}
