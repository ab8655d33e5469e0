import type { Db } from "#src/platform/store/db.ts";
import type { World } from "#src/platform/world.ts";
import type { Free } from "#src/reservations/domain/assign-places.ts";
import type { Terms } from "#src/reservations/domain/terms.ts";
import { lockFree } from "#src/reservations/store/take-batch.ts";
import { settleOffers } from "#src/reservations/use-cases/waiting-list/settle-offers.ts";

/**
 * Locks stock rows until the transaction ends and returns their free places. Where an entry waits for a date, all rows of
 * the event are locked, and those who wait get their offers first: what is left fits none of them.
 */
export function countFree(tx: Db, world: World, terms: Terms, stockIds: readonly number[]): Promise<Free> {
  return terms.hasWaitingList ? settleOffers(tx, world, terms.eventId) : lockFree(tx, terms.eventId, stockIds);
}
