import type { Runtime } from "#src/platform/runtime.ts";
import type { Db } from "#src/platform/store/db.ts";
import {
  endEntriesOfCancelled,
  listEntriesOfDate,
  queueForEntries,
} from "#src/reservations/store/waiting-list/cancelled-dates.ts";
import { lockList } from "#src/reservations/store/waiting-list/event-stock.ts";
import { settleOffers } from "./settle-offers.ts";

/**
 * Tells those who wait, and those with an offer, that their date or the whole event is cancelled. Their entries end, unless they
 * wait for other dates too. `runtime.db` is the transaction that has cancelled it.
 */
export async function tellThoseWhoWait(
  runtime: Runtime,
  { eventId, eventDateId }: { readonly eventId: number; readonly eventDateId?: number | undefined },
): Promise<void> {
  const { db: tx } = runtime;
  const list = await lockList(tx, eventId, eventDateId === undefined ? undefined : [eventDateId]);
  const ended = await endEntriesOfCancelled(tx, { eventId, eventDateId });
  // Returns the places of the offers that have just ended.
  await settleOffers(tx, runtime, list);
  await queueForEntries(tx, ended, { kind: "WAITING_LIST_CANCELLED" });
}

/** Tells those who wait for a date, and those with an offer of it, that it has moved. They keep their place. */
export async function tellThoseWhoWaitOfMove(
  tx: Db,
  { eventId, eventDateId }: { readonly eventId: number; readonly eventDateId: number },
  before: { readonly startsLocal: string },
): Promise<void> {
  await queueForEntries(tx, await listEntriesOfDate(tx, eventId, eventDateId), { kind: "WAITING_LIST_MOVED", before });
}
