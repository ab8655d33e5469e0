import type { Db } from "#src/platform/store/db.ts";
import { LIMITS } from "#src/platform/world.ts";
import { buying } from "#test/buying.ts";
import { fakeProcessor } from "#test/fake-processor.ts";
import { putOnSale } from "#test/on-sale.ts";
import { testWorld } from "#test/world.ts";

/** An event on sale in a world of its own, and a buyer to walk through it. */
export async function stage(db: Db, wish: Parameters<typeof putOnSale>[1] = {}) {
  const processor = fakeProcessor();
  // Silence counts at once, so that a story needs no waiting to reach it.
  const world = testWorld(db, { processor, limits: { ...LIMITS, processorSilentMs: 0 } });
  const onSale = await putOnSale(db, wish);
  return { world, processor, onSale, caller: onSale.caller, ...buying(world, onSale) };
}

/** Lets the reconciler's time come for everything that is open. */
export async function makeDue(db: Db): Promise<void> {
  await db.query(`UPDATE payment_attempt SET next_check_at = now() - interval '1 second' WHERE settled_at IS NULL`);
}
