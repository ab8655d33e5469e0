import type { World } from "#src/platform/world.ts";
import { deleteAbandoned, deleteOldCarts } from "#src/reservations/store/abandoned.ts";

/** Bounds the locks of one transaction. */
const BATCH = 1_000;
/** Batches of one run, which the next one follows within minutes: more than ten million reservations a day. */
const BATCHES_MAX = 10;

/** Deletes reservations that were never tried to be paid, with what their buyers entered, and carts that stayed empty, after `abandonedKeepSeconds`. */
export async function forgetReservations({ db, limits }: World): Promise<void> {
  for (const deleteSome of [deleteAbandoned, deleteOldCarts])
    for (let batches = 0; batches < BATCHES_MAX; batches += 1)
      if ((await deleteSome(db, limits.abandonedKeepSeconds, BATCH)) < BATCH) break;
}
