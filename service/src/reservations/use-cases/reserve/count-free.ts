import type { Db } from "#src/platform/store/db.ts";
import type { World } from "#src/platform/world.ts";
import type { Free } from "#src/reservations/domain/assign-places.ts";
import type { Terms } from "#src/reservations/domain/terms.ts";
import { lockFree } from "#src/reservations/store/take-batch.ts";
import {
  findDatesOf,
  findListWork,
  lockDates,
  lockList,
  lockSoldOut,
} from "#src/reservations/store/waiting-list/event-stock.ts";
import { settleOffers } from "#src/reservations/use-cases/waiting-list/settle-offers.ts";

/**
 * Locks stock rows until the transaction ends and returns their free places: the rows to take places from, and further ones
 * whose places return in this transaction. Where an entry waits for a date, all rows of the dates are locked, and those who
 * wait get their offers first: what is left fits none of them.
 */
export async function countFree(
  tx: Db,
  world: World,
  { eventId, hasWaitingList, ticketTypes }: Terms,
  taking: readonly number[],
  returning: readonly number[] = [],
): Promise<Free> {
  if (!hasWaitingList) return lockFree(tx, eventId, taking, returning);
  const returningTo = returning.length === 0 ? [] : await findDatesOf(tx, eventId, returning);
  const dates = [...new Set([...[...ticketTypes.values()].map(({ eventDateId }) => eventDateId), ...returningTo])];
  const work = await findListWork(tx, eventId, dates);
  if (!work.isDue) {
    const rows = await lockSoldOut(tx, eventId, dates);
    return new Map(rows.map(({ id, capacity, taken }) => [id, capacity - taken]));
  }
  const list = await (work.hasEntryForAnyDate ? lockList(tx, eventId) : lockDates(tx, eventId, dates));
  return settleOffers(tx, world, list);
}
