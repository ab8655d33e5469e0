import { retryOnConflict } from "#src/platform/store/retry-on-conflict.ts";
import type { World } from "#src/platform/world.ts";
import { endHopeless, forgetEntries } from "#src/reservations/store/waiting-list/entries.ts";
import { listDatesToOffer, lockList } from "#src/reservations/store/waiting-list/event-stock.ts";
import { settleOffers } from "./settle-offers.ts";

/**
 * Offers returned places to those who wait, of one event or of all, each event in its own transaction. Reservations do the same before they take
 * a place, so correctness does not depend on this job. Throws the first fault after every event was tried.
 */
export async function makeDueOffers(world: World, eventId?: number): Promise<void> {
  const faults: unknown[] = [];
  for (const due of await listDatesToOffer(world.db, eventId)) {
    const settle = () =>
      world.db.transaction(async (tx) => settleOffers(tx, world, await lockList(tx, due.eventId, due.dates)));
    await retryOnConflict(settle).catch((fault: unknown) => faults.push(fault));
  }
  if (faults.length > 0) throw faults[0];
}

/** Ends the entries of dates that are over or cancelled, and deletes the addresses that are no longer needed. */
export async function forgetWaitingList({ db, limits }: World): Promise<void> {
  await endHopeless(db);
  await forgetEntries(db, limits.waitingListConfirmSeconds, limits.waitingListKeepSeconds);
}
