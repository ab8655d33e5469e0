import type { Db } from "#src/platform/store/db.ts";
import { queueMessages } from "#src/platform/store/outbox.ts";
import type { World } from "#src/platform/world.ts";
import { addPlaces, type Free } from "#src/reservations/domain/waiting-list/places-for-party.ts";
import { type PlannedOffer, planOffers } from "#src/reservations/domain/waiting-list/plan-offers.ts";
import { deleteEntry, findEventName } from "#src/reservations/store/waiting-list/entries.ts";
import {
  type LockedList,
  listOfferableSections,
  type StockRow,
  writeEventStock,
} from "#src/reservations/store/waiting-list/event-stock.ts";
import { endOffers, findOfferKey, writeOffer } from "#src/reservations/store/waiting-list/offers.ts";
import { listWaiting, markEntries, type WaitingEntry } from "#src/reservations/store/waiting-list/parties.ts";

/**
 * Ends the expired offers of a locked list, offers free places to those who wait, in order, and writes their messages.
 * Returns the places that are left for the public. The entry `leaving` is deleted first, and its places go to the next in line.
 */
export async function settleOffers(tx: Db, world: World, list: LockedList, leaving?: number): Promise<Free> {
  const { eventId, dates, stock } = list;
  let free: Free = new Map(stock.map(({ id, capacity, taken }) => [id, capacity - taken]));
  const { waitingListPostponeSeconds: postponed } = world.limits;
  const ended = await endOffers(tx, eventId, postponed, { dates });
  const left = leaving === undefined ? [] : await endOffers(tx, eventId, postponed, { entryId: leaving });
  if (leaving !== undefined) await deleteEntry(tx, eventId, leaving);
  for (const { places } of [...ended, ...left]) free = addPlaces(free, places, 1);

  const waiting = await listWaiting(tx, eventId, dates);
  const sections = waiting.length === 0 ? [] : await listOfferableSections(tx, eventId, dates);
  const plan = planOffers(
    waiting.filter(({ isPostponed }) => !isPostponed),
    sections,
    free,
  );
  const entries = new Map(waiting.map((entry) => [entry.entryId, entry]));
  const kept = new Set([...plan.offers, ...plan.collections].map(({ party }) => party.entryId));
  // Nothing of what was collected is left where the sale of its section has ended.
  for (const { entryId, collected } of waiting)
    if (collected && !kept.has(entryId)) await endOffers(tx, eventId, postponed, { entryId });

  for (const planned of plan.collections) await write(tx, world, eventId, planned, false);
  for (const planned of plan.offers) {
    const key = await write(tx, world, eventId, planned, true);
    const entry = entries.get(planned.party.entryId);
    if (entry) await queueOffer(tx, eventId, entry, planned, key);
  }
  const offered = plan.offers.map(({ party }) => party.entryId);
  await markEntries(tx, eventId, offered, plan.passedOver);
  const stillWaiting = waiting.filter(({ entryId }) => !offered.includes(entryId));
  await writeEventStock(tx, eventId, changedRows(stock, plan.free, stillWaiting));
  return plan.free;
}

async function write(tx: Db, { newKey, limits }: World, eventId: number, planned: PlannedOffer, isOpen: boolean) {
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

/** Queues the mail of an offer. When the offer ends is known when the mail is sent. */
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
      details: {
        entry,
        offer,
        event,
        eventDate: { id: section.eventDateId },
        quantity: party.quantity,
      },
      ...(renderer && { renderer }),
    },
  ]);
}

/** Returns the rows whose places or mark changed. The row of a section has the mark while an entry waits for its date. */
function changedRows(stock: readonly StockRow[], free: Free, waiting: readonly WaitingEntry[]): readonly StockRow[] {
  return stock.flatMap((row) => {
    const taken = row.capacity - (free.get(row.id) ?? 0);
    const hasWaitingList =
      row.venueSectionId !== null &&
      waiting.some(({ eventDateId }) => (eventDateId ?? row.eventDateId) === row.eventDateId);
    return taken === row.taken && hasWaitingList === row.hasWaitingList ? [] : [{ ...row, taken, hasWaitingList }];
  });
}
