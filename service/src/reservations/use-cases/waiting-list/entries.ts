import type { Caller } from "#src/platform/domain/caller.ts";
import type { Outcome } from "#src/platform/domain/outcome.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import type { Db } from "#src/platform/store/db.ts";
import { retryOnConflict } from "#src/platform/store/faults.ts";
import type { Entry } from "#src/reservations/domain/waiting-list-entry.ts";
import {
  changeQuantity,
  confirmEntry,
  type FoundEntry,
  findEntry,
} from "#src/reservations/store/waiting-list/entries.ts";
import { type LockedList, lockList } from "#src/reservations/store/waiting-list/event-stock.ts";
import { findOffer } from "#src/reservations/store/waiting-list/offers.ts";
import { findQuantities, type QuantityRefusal } from "./join.ts";
import { settleOffers } from "./settle-offers.ts";

export type EntryOutcome = Outcome<object, { readonly refusal: "no_such_thing" | "wrong_state" } | QuantityRefusal>;

/** Returns an entry with its place in line and its offer, or `undefined` when it does not exist. */
export async function getEntry(runtime: Runtime, caller: Caller, key: string): Promise<Entry | undefined> {
  const found = await findEntry(runtime.db, caller.account.id, key);
  if (found === undefined) return undefined;
  const { offerKey, ...entry } = found;
  const { waitingListOfferSeconds } = runtime.limits;
  const offer = offerKey === undefined ? undefined : await findOffer(runtime.db, offerKey, waitingListOfferSeconds);
  return { ...entry, ...(offer && { offer }) };
}

/** Confirms the address of an entry and puts it at the end of the line. A repeated confirmation changes nothing. */
export function confirm(runtime: Runtime, caller: Caller, key: string): Promise<EntryOutcome> {
  return change(runtime, caller, key, async (tx, { event, id }, list) => {
    await confirmEntry(tx, event.id, id);
    await settleOffers(tx, runtime, list);
    return { ok: true };
  });
}

/** Changes the number of tickets: fewer keep the place in line, more lose it. Refuses once offered, and a number that no offer has. */
export async function changeEntry(
  runtime: Runtime,
  caller: Caller,
  key: string,
  quantity: number,
): Promise<EntryOutcome> {
  const entry = await findEntry(runtime.db, caller.account.id, key);
  if (entry === undefined) return { ok: false, refusal: "no_such_thing" };
  const { event, eventDate } = entry;
  const target = eventDate === undefined ? { eventId: event.id } : { eventDateId: eventDate.id };
  const possible = await findQuantities(runtime, caller, target);
  if (possible === undefined) return { ok: false, refusal: "wrong_state" };
  if (!possible.includes(quantity)) return { ok: false, refusal: "no_such_quantity", quantity, possible };
  return change(runtime, caller, key, async (tx, { event, id }, list) => {
    if (!(await changeQuantity(tx, event.id, id, quantity))) return { ok: false, refusal: "wrong_state" };
    await settleOffers(tx, runtime, list);
    return { ok: true };
  });
}

/** Deletes an entry and its address. The places of its offer go to the next in line. */
export function leave(runtime: Runtime, caller: Caller, key: string): Promise<EntryOutcome> {
  return change(runtime, caller, key, async (tx, { id }, list) => {
    await settleOffers(tx, runtime, list, id);
    return { ok: true };
  });
}

function change(
  runtime: Runtime,
  caller: Caller,
  key: string,
  work: (tx: Db, entry: FoundEntry, list: LockedList) => Promise<EntryOutcome>,
): Promise<EntryOutcome> {
  return retryOnConflict(() =>
    runtime.db.transaction(async (tx) => {
      const entry = await findEntry(tx, caller.account.id, key);
      if (entry === undefined) return { ok: false, refusal: "no_such_thing" };
      const list = await lockList(tx, entry.event.id, entry.eventDate && [entry.eventDate.id]);
      return work(tx, entry, list);
    }),
  );
}
