import { isAboutData, isBusy, isConflict } from "#src/platform/store/faults.ts";
import { retryOnConflict } from "#src/platform/store/retry-on-conflict.ts";
import type { World } from "#src/platform/world.ts";
import { listEnabledDiscounts } from "#src/pricing/store/discounts.ts";
import { findTerms } from "#src/reservations/store/terms.ts";
import type { PendingRequest } from "./reservation-queue.ts";
import { reserveEachPriced } from "./reserve-each-priced.ts";
import { reserveNewCarts } from "./reserve-new-carts.ts";
import { validateBatch } from "./validate-batch.ts";
import { priceAlone } from "./write-batch.ts";

/** Decides a batch and answers every request in it. When the data of one request breaks the batch, each is decided separately. */
export async function decideBatch(world: World, eventId: number, batch: readonly PendingRequest[]): Promise<void> {
  try {
    await retryOnConflict(() => decide(world, eventId, batch));
  } catch (error) {
    if (isBusy(error) || isConflict(error)) return answerAll(batch, "busy");
    if (!isAboutData(error) || batch.length === 1) return failAll(batch, error);
    for (const pending of batch) await decideBatch(world, eventId, [pending]);
  }
}

async function decide(world: World, eventId: number, pendingRequests: readonly PendingRequest[]): Promise<void> {
  const batch = pendingRequests.filter(({ isAnswered }) => !isAnswered());
  if (batch.length === 0) return;
  const ticketTypeIds = new Set(batch.flatMap(({ request }) => request.wanted.map((wanted) => wanted.ticketTypeId)));
  const terms = await findTerms(world.db, eventId, [...ticketTypeIds]);
  if (terms === undefined) return answerAll(batch, "no_such_event");

  const requests = await validateBatch(world.db, terms, batch);
  const isPriced = terms.hasDiscounts || requests.some(({ isAlone }) => !isAlone);
  const discounts = isPriced ? await listEnabledDiscounts(world.db, terms.accountId) : [];
  const alone = requests.filter(({ isAlone }) => isAlone);
  const others = requests.filter(({ isAlone }) => !isAlone);
  if (alone.length > 0) {
    const priced = terms.hasDiscounts
      ? alone.map((one) => ({ ...one, ...priceAlone(terms, discounts, one.priced) }))
      : alone;
    await reserveNewCarts(world, terms, priced);
  }
  if (others.length > 0) await reserveEachPriced(world, terms, discounts, others);
}

function answerAll(batch: readonly PendingRequest[], refusal: "no_such_event" | "busy"): void {
  for (const { answer } of batch) answer({ ok: false, refusal });
}

function failAll(batch: readonly PendingRequest[], error: unknown): void {
  for (const { fail } of batch) fail(error);
}
