import type { Db } from "#src/platform/store/db.ts";
import type { Terms } from "#src/reservations/domain/terms.ts";
import type { Places } from "#src/reservations/domain/waiting-list/places-for-party.ts";
import type { Batch } from "#src/reservations/store/take-batch.ts";
import { findOpenOffer, spendOffer } from "#src/reservations/store/waiting-list/offers.ts";

export const NO_OFFER: Places = new Map();

/** Returns the places of the offer that a request names: none without an offer, or when it has ended. */
export async function offerPlaces(tx: Db, { accountId, eventId }: Terms, key: string | undefined): Promise<Places> {
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
export async function moveOfferPlaces(tx: Db, { eventId }: Terms, key: string | undefined): Promise<void> {
  if (key === undefined || (await spendOffer(tx, eventId, key))) return;
  throw new Error("An offer ended while its stock was locked.");
}
