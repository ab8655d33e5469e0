import type { Runtime } from "#src/platform/runtime.ts";
import type { Db } from "#src/platform/store/db.ts";
import type { OfferPlaces } from "#src/reservations/domain/plan-offers.ts";
import type { Terms } from "#src/reservations/domain/terms.ts";
import type { FreePlaces } from "#src/reservations/domain/validate.ts";
import { type Batch, lockFree } from "#src/reservations/store/take-batch.ts";
import {
  findDatesOf,
  findListWork,
  lockDates,
  lockList,
  lockSoldOut,
} from "#src/reservations/store/waiting-list/event-stock.ts";
import { findOpenOffer, spendOffer } from "#src/reservations/store/waiting-list/offers.ts";
import { settleOffers } from "#src/reservations/use-cases/waiting-list/settle-offers.ts";

/**
 * Locks stock rows until the transaction ends and returns their free places: the rows to take places from, and further ones
 * whose places return in this transaction. When an entry waits for one of the dates, all rows of the dates are locked, and the
 * waiting list gets its offers first: what is left fits none of its entries.
 */
export async function countFree(
  tx: Db,
  runtime: Runtime,
  { eventId, hasWaitingList, ticketTypes }: Terms,
  taking: readonly number[],
  returning: readonly number[] = [],
): Promise<FreePlaces> {
  if (!hasWaitingList) return lockFree(tx, eventId, taking, returning);
  const returningTo = returning.length === 0 ? [] : await findDatesOf(tx, eventId, returning);
  const dates = [...new Set([...[...ticketTypes.values()].map(({ eventDateId }) => eventDateId), ...returningTo])];
  const work = await findListWork(tx, eventId, dates);
  if (!work.isDue) {
    const rows = await lockSoldOut(tx, eventId, dates);
    return new Map(rows.map(({ id, capacity, taken }) => [id, capacity - taken]));
  }
  const list = await (work.hasEntryForAnyDate ? lockList(tx, eventId) : lockDates(tx, eventId, dates));
  return settleOffers(tx, runtime, list);
}

const NO_OFFER: OfferPlaces = new Map();

/** Returns the places of the offer that a request names: none without an offer, or when it has ended. */
export async function offerPlaces(
  tx: Db,
  { accountId, eventId }: Terms,
  key: string | undefined,
): Promise<OfferPlaces> {
  return (key === undefined ? undefined : await findOpenOffer(tx, accountId, eventId, key)) ?? NO_OFFER;
}

/** Returns whether a request may use the offer that it names, with its stock locked: it is open, and for these tickets. */
export async function mayUseOffer(
  tx: Db,
  terms: Terms,
  key: string | undefined,
  takes: Batch["takes"],
): Promise<boolean> {
  if (key === undefined) return true;
  const places = await offerPlaces(tx, terms, key);
  return takes.some(([stockId]) => places.has(stockId));
}

/** Puts the places of an offer back for the reservation that this transaction writes. */
export async function moveOfferPlaces(
  tx: Db,
  { eventId }: Terms,
  key: string | undefined,
  saleKey: string,
): Promise<void> {
  if (key === undefined || (await spendOffer(tx, eventId, key, saleKey))) return;
  throw new Error("An offer ended while its stock was locked.");
}
