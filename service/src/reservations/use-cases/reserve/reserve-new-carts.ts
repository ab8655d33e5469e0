import { isChecked } from "#src/platform/store/faults.ts";
import type { World } from "#src/platform/world.ts";
import { assignPlaces, placesNeeded } from "#src/reservations/domain/assign-places.ts";
import type { Terms } from "#src/reservations/domain/terms.ts";
import { returnExpired } from "#src/stock/store/return-places.ts";
import { countFree } from "./count-free.ts";
import { type Draft, draftReservation, reservationOf } from "./draft-reservation.ts";
import type { PricedRequest } from "./validate-batch.ts";
import { writeBatch } from "./write-batch.ts";

/**
 * Reserves for requests that each start a cart. While there seem to be places for all, one statement takes them. When the
 * constraint rejects it, the stock rows are locked and counted first.
 */
export async function reserveNewCarts(world: World, terms: Terms, requests: readonly PricedRequest[]): Promise<void> {
  if (seemsFree(terms, requests) && (await takeInOneStatement(world, terms, requests))) return;
  await takeAfterCounting(world, terms, requests);
}

function seemsFree({ ticketTypes, hasWaitingList }: Terms, requests: readonly PricedRequest[]): boolean {
  if (hasWaitingList) return false;
  const caps = [...ticketTypes.values()].flatMap((type) => type.caps);
  return assignPlaces(requests, new Map(caps.map(({ stockId, free }) => [stockId, free]))).short.length === 0;
}

/** Returns false and writes nothing when another process has taken the places: `never_oversold` rejected the statement. */
async function takeInOneStatement(world: World, terms: Terms, requests: readonly PricedRequest[]): Promise<boolean> {
  const drafted = requests.map((request) => draftReservation(world, request));
  const places = { takes: placesNeeded(requests), isCounted: false };
  try {
    answerReserved(world, terms, drafted, await writeBatch(world.db, world, terms, drafted, places));
    return true;
  } catch (error) {
    if (isChecked(error, "never_oversold")) return false;
    throw error;
  }
}

/** Puts back expired places in a separate transaction, then assigns the places counted under the lock, in order of arrival. */
async function takeAfterCounting(world: World, terms: Terms, requests: readonly PricedRequest[]): Promise<void> {
  await returnExpired(world.db, terms.eventId);
  const { assigned, short, expiresAt } = await world.db.transaction(async (tx) => {
    const stockIds = placesNeeded(requests).map(([stockId]) => stockId);
    const free = await countFree(tx, world, terms, stockIds);
    const { assigned, short } = assignPlaces(requests, free);
    const drafted = assigned.map((request) => draftReservation(world, request));
    if (drafted.length === 0) return { assigned: drafted, short, expiresAt: undefined };
    const places = { takes: placesNeeded(assigned), isCounted: true };
    return { assigned: drafted, short, expiresAt: await writeBatch(tx, world, terms, drafted, places) };
  });

  if (expiresAt !== undefined) answerReserved(world, terms, assigned, expiresAt);
  for (const { request, refused } of short) {
    request.pending.answer({ ok: false, refusal: "refused", rows: refused });
  }
}

function answerReserved(world: World, terms: Terms, drafted: readonly Draft[], expiresAt: Date): void {
  for (const draft of drafted) {
    const reservation = reservationOf(world, terms, draft, expiresAt, draft.request.prices);
    draft.request.pending.answer({ ok: true, reservation });
  }
}
