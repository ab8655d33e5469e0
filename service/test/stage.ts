import type { Db } from "#src/platform/store/db.ts";
import { LIMITS } from "#src/platform/world.ts";
import { buying } from "#test/buying.ts";
import { fakeProcessor } from "#test/fake-processor.ts";
import { putOnSale } from "#test/on-sale.ts";
import { testWorld } from "#test/world.ts";

/** Creates an event on sale with its own world, and returns the steps of a buyer. */
export async function stage(db: Db, wish: Parameters<typeof putOnSale>[1] = {}) {
  const processor = fakeProcessor();
  // An unknown charge counts as not made at once, so that tests need no waiting.
  const world = testWorld(db, { processor, limits: { ...LIMITS, processorSilentMs: 0 } });
  const onSale = await putOnSale(db, wish);
  return { world, processor, onSale, caller: onSale.caller, ...buying(world, onSale) };
}

/** Makes every open attempt due for the reconciler. */
export async function makeDue(db: Db): Promise<void> {
  await db.query(`UPDATE payment_attempt SET next_check_at = now() - interval '1 second' WHERE settled_at IS NULL`);
}
