import type { Runtime } from "#src/platform/runtime.ts";
import type { Db } from "#src/platform/store/db.ts";
import { retryOnConflict } from "#src/platform/store/faults.ts";
import { queueMessages } from "#src/platform/store/outbox.ts";
import { addPlaces, type PlannedOffer, planOffers } from "#src/reservations/domain/plan-offers.ts";
import type { FreePlaces } from "#src/reservations/domain/validate.ts";
import {
  deleteEntry,
  expireEntriesOfPastDates,
  findEventName,
  forgetEntries,
  listWaiting,
  markEntries,
  type WaitingEntry,
} from "#src/reservations/store/waiting-list/entries.ts";
import {
  type LockedList,
  listDatesToOffer,
  listOfferableSections,
  lockList,
  type StockRow,
  writeEventStock,
} from "#src/reservations/store/waiting-list/event-stock.ts";
import { endOffers, findOfferKey, writeOffer } from "#src/reservations/store/waiting-list/offers.ts";

/**
 * Ends the expired offers of a locked list, offers free places to those who wait, in order, and writes their messages.
 * Returns the places that are left for the public. The entry `leaving` is deleted first, and its places go to the next in line.
 */
export async function settleOffers(tx: Db, runtime: Runtime, list: LockedList, leaving?: number): Promise<FreePlaces> {
  const { eventId, dates, stock } = list;
  let free: FreePlaces = new Map(stock.map(({ id, capacity, taken }) => [id, capacity - taken]));
  const { waitingListPostponeSeconds: postponed } = runtime.limits;
  const ended = await endOffers(tx, eventId, postponed, { dates });
  const endedByLeaving = leaving === undefined ? [] : await endOffers(tx, eventId, postponed, { entryId: leaving });
  if (leaving !== undefined) await deleteEntry(tx, eventId, leaving);
  for (const places of [...ended, ...endedByLeaving]) free = addPlaces(free, places, 1);

  const waiting = await listWaiting(tx, eventId, dates);
  const sections = waiting.length === 0 ? [] : await listOfferableSections(tx, eventId, dates);
  const plan = planOffers(
    waiting.filter(({ isPostponed }) => !isPostponed),
    sections,
    free,
  );
  const entries = new Map(waiting.map((entry) => [entry.entryId, entry]));
  const kept = new Set([...plan.offers, ...plan.collections].map(({ party }) => party.entryId));
  // Ends the collections that the plan did not continue, such as those in a section that is no longer on sale.
  for (const { entryId, collected } of waiting)
    if (collected && !kept.has(entryId)) await endOffers(tx, eventId, postponed, { entryId });

  for (const planned of plan.collections) await write(tx, runtime, eventId, planned, false);
  for (const planned of plan.offers) {
    const key = await write(tx, runtime, eventId, planned, true);
    const entry = entries.get(planned.party.entryId);
    if (entry) await queueOffer(tx, eventId, entry, planned, key);
  }
  const offered = plan.offers.map(({ party }) => party.entryId);
  await markEntries(tx, eventId, offered, plan.passedOver);
  const stillWaiting = waiting.filter(({ entryId }) => !offered.includes(entryId));
  await writeEventStock(tx, eventId, changedRows(stock, plan.free, stillWaiting));
  return plan.free;
}

async function write(tx: Db, { newKey, limits }: Runtime, eventId: number, planned: PlannedOffer, isOpen: boolean) {
  const { entryId } = planned.party;
  const key = (await findOfferKey(tx, eventId, entryId)) ?? newKey();
  const { eventDateId, venueSectionId } = planned.section;
  const seconds = isOpen ? limits.waitingListMailSeconds : limits.waitingListCollectSeconds;
  await writeOffer(tx, eventId, {
    key,
    entryId,
    eventDateId,
    venueSectionId,
    isOpen,
    places: planned.places,
    seconds,
  });
  return key;
}

/** Queues the mail of an offer. The offer's end is known only when the mail is sent. */
async function queueOffer(
  tx: Db,
  eventId: number,
  { accountId, key: entry, email, language, renderer }: WaitingEntry,
  { party, section }: PlannedOffer,
  offer: string,
): Promise<void> {
  const event = { id: eventId, name: await findEventName(tx, eventId) };
  await queueMessages(tx, [
    {
      accountId,
      kind: "WAITING_LIST_OFFER",
      key: `waiting list offer ${offer}`,
      recipient: email,
      language,
      renderer,
      details: {
        entry,
        offer,
        event,
        eventDate: { id: section.eventDateId },
        quantity: party.quantity,
      },
    },
  ]);
}

/** Returns the rows whose places or mark changed. The row of a section has the mark while an entry waits for its date. */
function changedRows(
  stock: readonly StockRow[],
  free: FreePlaces,
  waiting: readonly WaitingEntry[],
): readonly StockRow[] {
  return stock.flatMap((row) => {
    const taken = row.capacity - (free.get(row.id) ?? 0);
    const hasWaitingList =
      row.venueSectionId !== null &&
      waiting.some(({ eventDateId }) => (eventDateId ?? row.eventDateId) === row.eventDateId);
    return taken === row.taken && hasWaitingList === row.hasWaitingList ? [] : [{ ...row, taken, hasWaitingList }];
  });
}

/**
 * Offers returned places to the waiting lists of one event or of all, each event in its own transaction. Reservations do the
 * same before they take a place, so correctness does not depend on this job. Throws the first fault after every event was tried.
 */
export async function makeDueOffers(runtime: Runtime, eventId?: number): Promise<void> {
  const faults: unknown[] = [];
  for (const due of await listDatesToOffer(runtime.db, eventId)) {
    const settle = () =>
      runtime.db.transaction(async (tx) => settleOffers(tx, runtime, await lockList(tx, due.eventId, due.dates)));
    await retryOnConflict(settle).catch((fault: unknown) => faults.push(fault));
  }
  if (faults.length > 0) throw faults[0];
}

/** Ends the entries of dates that are over or cancelled, and deletes the addresses that are no longer needed. */
export async function forgetWaitingList({ db, limits }: Runtime): Promise<void> {
  await expireEntriesOfPastDates(db);
  await forgetEntries(db, limits.waitingListConfirmSeconds, limits.waitingListKeepSeconds);
}
