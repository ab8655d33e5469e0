import type { Db } from "#src/platform/store/db.ts";
import { isAboutData, isBusy, isChecked, mayRepeat } from "#src/platform/store/faults.ts";
import type { World } from "#src/platform/world.ts";
import type { Discount } from "#src/pricing/domain/discount.ts";
import type { PricedLine } from "#src/pricing/domain/engine/rule.ts";
import { listEnabledDiscounts } from "#src/pricing/store/discounts.ts";
import type { CartState } from "#src/reservations/domain/cart-state.ts";
import { grant, sums } from "#src/reservations/domain/grant.ts";
import { judge, type Priced } from "#src/reservations/domain/reservation-request.ts";
import type { Terms } from "#src/reservations/domain/terms.ts";
import { findCartStates } from "#src/reservations/store/carts.ts";
import { lockFree } from "#src/reservations/store/take-batch.ts";
import { findTerms } from "#src/reservations/store/terms.ts";
import { endLapsedOfCart, returnLapsed } from "#src/stock/store/return-places.ts";
import { type Drafted, draftReservation, reservationOf } from "./draft-reservation.ts";
import type { Waiter } from "./reservation-queue.ts";
import { reservePriced } from "./reserve-priced.ts";
import { priceAlone, writeBatch } from "./write-batch.ts";

const REPEATS_MAX = 5;
/** Each has a transaction of its own, on a connection of its own; a few are left for everybody else. */
const PRICED_AT_ONCE = 4;

export type Asked = {
  readonly waiter: Waiter;
  readonly priced: Priced;
  /** It starts a cart, without a code: its own lines say what it costs and whether it keeps within the limits of an order. */
  readonly isAlone: boolean;
  readonly prices?: readonly PricedLine[];
};

/** Answers every waiter of a batch. What the database holds against one of them is not held against the others. */
export async function decideBatch(world: World, eventId: number, batch: readonly Waiter[]): Promise<void> {
  for (let repeats = 0; ; repeats += 1) {
    try {
      return await decide(world, eventId, batch);
    } catch (error) {
      if (mayRepeat(error) && repeats < REPEATS_MAX) continue;
      if (isBusy(error) || mayRepeat(error)) return answerAll(batch, "busy");
      if (!isAboutData(error) || batch.length === 1) return failAll(batch, error);
      for (const waiter of batch) await decideBatch(world, eventId, [waiter]);
      return;
    }
  }
}

async function decide(world: World, eventId: number, waiters: readonly Waiter[]): Promise<void> {
  const batch = waiters.filter(({ isAnswered }) => !isAnswered());
  if (batch.length === 0) return;
  const ticketTypeIds = new Set(batch.flatMap(({ request }) => request.wanted.map((wanted) => wanted.ticketTypeId)));
  const terms = await findTerms(world.db, eventId, [...ticketTypeIds]);
  if (terms === undefined) return answerAll(batch, "no_such_event");

  const asked = await judgeAll(world.db, terms, batch);
  const isPriced = terms.hasDiscounts || asked.some(({ isAlone }) => !isAlone);
  const discounts = isPriced ? await listEnabledDiscounts(world.db, terms.accountId) : [];
  const alone = asked.filter(({ isAlone }) => isAlone);
  const others = asked.filter(({ isAlone }) => !isAlone);
  if (alone.length > 0) {
    const priced = terms.hasDiscounts
      ? alone.map((one) => ({ ...one, ...priceAlone(terms, discounts, one.priced) }))
      : alone;
    await decideTogether(world, terms, priced);
  }
  if (others.length > 0) await decideEach(world, terms, discounts, others);
}

async function decideTogether(world: World, terms: Terms, asked: readonly Asked[]): Promise<void> {
  if (believedFree(terms, asked) && (await takeAtOnce(world, terms, asked))) return;
  await takeExactly(world, terms, asked);
}

/** A few at a time. All of them have ended before one's fault is told: nothing is decided twice. */
async function decideEach(
  world: World,
  terms: Terms,
  discounts: readonly Discount[],
  asked: readonly Asked[],
): Promise<void> {
  const waiting = asked.values();
  const faults: unknown[] = [];
  const work = async () => {
    for (const one of waiting) {
      try {
        const outcome = await reservePriced(world, terms, discounts, one);
        const { cartKey, caller } = one.waiter.request;
        // What had not lapsed when the batch was validated may have by the time the cart was locked and counted.
        if (outcome.ok && cartKey !== undefined) await endLapsed(world.db, caller.account.id, cartKey);
        one.waiter.answer(outcome);
      } catch (error) {
        faults.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(PRICED_AT_ONCE, asked.length) }, work));
  if (faults.length > 0) throw faults[0];
}

/** Everything that needs no counting: whose event and cart it is, what is on sale, how many one order may hold. */
async function judgeAll(db: Db, terms: Terms, batch: readonly Waiter[]): Promise<readonly Asked[]> {
  const cartKeys = batch.flatMap(({ request }) => request.cartKey ?? []);
  const carts = cartKeys.length === 0 ? new Map<string, CartState>() : await findCartStates(db, cartKeys);
  return batch.flatMap((waiter) => {
    const { caller, cartKey, wanted, boxOffice = false, codes = [] } = waiter.request;
    const cart = cartKey === undefined ? undefined : carts.get(cartKey);
    if (terms.accountId !== caller.account.id) return answered(waiter, "no_such_event");
    if (cartKey !== undefined && cart?.accountId !== caller.account.id) return answered(waiter, "no_such_cart");

    const hasCodes = codes.length > 0 || cart?.isPriced === true;
    const joinsCart = cartKey !== undefined;
    const judged = judge(terms, wanted, { boxOffice, hasCodes, joinsCart });
    if (!judged.ok) {
      waiter.answer({ ok: false, refusal: "refused", rows: judged.refused });
      return [];
    }
    return [{ waiter, priced: judged.priced, isAlone: !hasCodes && !joinsCart }];
  });
}

function believedFree({ ticketTypes }: Terms, asked: readonly Asked[]): boolean {
  const caps = [...ticketTypes.values()].flatMap((type) => type.caps);
  return grant(asked, new Map(caps.map(({ stockId, free }) => [stockId, free]))).short.length === 0;
}

/** False when the belief was wrong: another process took the rest, the table said no, and nothing has happened. */
async function takeAtOnce(world: World, terms: Terms, asked: readonly Asked[]): Promise<boolean> {
  const drafted = asked.map((request) => draftReservation(world, request));
  try {
    give(world, terms, drafted, await writeBatch(world.db, world, terms, drafted, sums(asked)));
    return true;
  } catch (error) {
    if (isChecked(error, "never_oversold")) return false;
    throw error;
  }
}

/** What has lapsed goes back first, in its own transaction; then the true counts decide, in order of arrival. */
async function takeExactly(world: World, terms: Terms, asked: readonly Asked[]): Promise<void> {
  await returnLapsed(world.db, terms.eventId);
  const { granted, short, expiresAt } = await world.db.transaction(async (tx) => {
    const free = await lockFree(
      tx,
      terms.eventId,
      sums(asked).map(([stockId]) => stockId),
    );
    const { granted, short } = grant(asked, free);
    const drafted = granted.map((request) => draftReservation(world, request));
    if (drafted.length === 0) return { granted: drafted, short, expiresAt: undefined };
    return { granted: drafted, short, expiresAt: await writeBatch(tx, world, terms, drafted, sums(granted)) };
  });

  if (expiresAt !== undefined) give(world, terms, granted, expiresAt);
  for (const { asked: request, refused } of short) {
    request.waiter.answer({ ok: false, refusal: "refused", rows: refused });
  }
}

function give(world: World, terms: Terms, drafted: readonly Drafted[], expiresAt: Date): void {
  for (const draft of drafted) {
    const reservation = reservationOf(world, terms, draft, expiresAt, draft.asked.prices);
    draft.asked.waiter.answer({ ok: true, reservation });
  }
}

/** The new reservation is written by now, so nothing that breaks here may have it decided, and made, a second time. */
async function endLapsed(db: Db, accountId: number, cartKey: string): Promise<void> {
  for (let repeats = 0; ; repeats += 1) {
    try {
      return await endLapsedOfCart(db, accountId, cartKey);
    } catch (error) {
      if (mayRepeat(error) && repeats < REPEATS_MAX) continue;
      console.error("What had lapsed in a cart stays in it until its grace is over.", error);
      return;
    }
  }
}

function answered(waiter: Waiter, refusal: "no_such_event" | "no_such_cart"): readonly [] {
  waiter.answer({ ok: false, refusal });
  return [];
}

function answerAll(batch: readonly Waiter[], refusal: "no_such_event" | "busy"): void {
  for (const { answer } of batch) answer({ ok: false, refusal });
}

function failAll(batch: readonly Waiter[], error: unknown): void {
  for (const { fail } of batch) fail(error);
}
