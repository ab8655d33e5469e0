import type { Runtime } from "#src/platform/runtime.ts";
import type { Db } from "#src/platform/store/db.ts";
import { isChecked } from "#src/platform/store/faults.ts";
import { priceWithCodes } from "#src/pricing/domain/cart-price.ts";
import type { Discount } from "#src/pricing/domain/discount.ts";
import type { PricedLine } from "#src/pricing/domain/engine/rule.ts";
import type { NewReservation } from "#src/reservations/domain/sale.ts";
import type { Terms } from "#src/reservations/domain/terms.ts";
import { assignPlaces, type Priced, placesNeeded } from "#src/reservations/domain/validate.ts";
import { insertCartPrices } from "#src/reservations/store/cart-prices.ts";
import { endUnusedCarts, lockUnusedCarts } from "#src/reservations/store/carts.ts";
import { type Batch, takeBatch } from "#src/reservations/store/take-batch.ts";
import { returnExpired } from "#src/stock/store/places.ts";
import { countFree } from "./count-free.ts";
import type { PendingRequest } from "./reservation-queue.ts";

/**
 * Reserves for requests that each start a cart. While there seem to be places for all, one statement takes them. When the
 * constraint rejects it, the stock rows are locked and counted first.
 */
export async function reserveNewCarts(
  runtime: Runtime,
  terms: Terms,
  discounts: readonly Discount[],
  plain: readonly PricedRequest[],
): Promise<void> {
  const requests = terms.hasDiscounts
    ? plain.map((one) => ({ ...one, ...priceAlone(terms, discounts, one.priced) }))
    : plain;
  if (seemsFree(terms, requests) && (await takeInOneStatement(runtime, terms, requests))) return;
  await takeAfterCounting(runtime, terms, requests);
}

function seemsFree({ ticketTypes, hasWaitingList }: Terms, requests: readonly PricedRequest[]): boolean {
  if (hasWaitingList) return false;
  const caps = [...ticketTypes.values()].flatMap((type) => type.caps);
  return assignPlaces(requests, new Map(caps.map(({ stockId, free }) => [stockId, free]))).short.length === 0;
}

/** Returns false and writes nothing when another process has taken the places: `never_oversold` rejected the statement. */
async function takeInOneStatement(
  runtime: Runtime,
  terms: Terms,
  requests: readonly PricedRequest[],
): Promise<boolean> {
  const drafted = requests.map((request) => draftReservation(runtime, request));
  const taking = { takes: placesNeeded(requests), isCounted: false };
  try {
    const write = (db: Db) => writeBatch(db, runtime, terms, drafted, taking);
    const given = givenCarts(requests);
    const writeInto = async (tx: Db) => {
      await lockUnusedCarts(tx, given);
      return write(tx);
    };
    const expiresAt = given.length > 0 ? await runtime.db.transaction(writeInto) : await write(runtime.db);
    answerReserved(runtime, terms, drafted, expiresAt);
    return true;
  } catch (error) {
    if (isChecked(error, "never_oversold")) return false;
    throw error;
  }
}

/** Returns expired places to stock in a separate transaction, then assigns the places counted under the lock, by arrival. */
async function takeAfterCounting(runtime: Runtime, terms: Terms, requests: readonly PricedRequest[]): Promise<void> {
  await returnExpired(runtime.db, terms.eventId);
  const { assigned, short, expiresAt } = await runtime.db.transaction(async (tx) => {
    const given = givenCarts(requests);
    if (given.length > 0) await lockUnusedCarts(tx, given);
    const stockIds = placesNeeded(requests).map(([stockId]) => stockId);
    const free = await countFree(tx, runtime, terms, stockIds);
    const { assigned, short } = assignPlaces(requests, free);
    const drafted = assigned.map((request) => draftReservation(runtime, request));
    if (drafted.length === 0) return { assigned: drafted, short, expiresAt: undefined };
    const taking = { takes: placesNeeded(assigned), isCounted: true };
    return { assigned: drafted, short, expiresAt: await writeBatch(tx, runtime, terms, drafted, taking) };
  });

  if (expiresAt !== undefined) answerReserved(runtime, terms, assigned, expiresAt);
  for (const { request, refused } of short) {
    request.pending.answer({ ok: false, refusal: "refused", rows: refused });
  }
}

/** Returns the keys of the unused carts of these requests. The others get a cart with their reservation. */
function givenCarts(requests: readonly PricedRequest[]): readonly string[] {
  return requests.flatMap(({ pending }) => pending.request.cartKey ?? []);
}

/** Prices a new cart without codes. Its price depends on its own lines only, so it is calculated before any lock. */
function priceAlone(
  { eventId, currency, now }: Terms,
  discounts: readonly Discount[],
  priced: Priced,
): { readonly priced: Priced; readonly prices: readonly PricedLine[] } {
  const lines = priced.lines.map(({ type, quantity }) => {
    return { ...type, eventId, quantity, ticketTypeId: type.id, id: String(type.id) };
  });
  const price = priceWithCodes(lines, { discounts, typed: [], currency, now }).priced;
  return { priced: { ...priced, totalMinor: price.totalMinor }, prices: price.lines };
}

function answerReserved(runtime: Runtime, terms: Terms, drafted: readonly Draft[], expiresAt: Date): void {
  for (const draft of drafted) {
    const reservation = reservationOf(runtime, terms, draft, expiresAt, draft.request.prices);
    draft.request.pending.answer({ ok: true, reservation });
  }
}

/** Takes the places of a batch and writes its reservations, with the savings of its new carts. Returns the expiry. */
async function writeBatch(
  db: Db,
  runtime: Runtime,
  terms: Terms,
  drafted: readonly Draft[],
  taking: Pick<Batch, "takes" | "isCounted">,
): Promise<Date> {
  const given = givenCarts(drafted.map(({ request }) => request));
  if (given.length > 0) await endUnusedCarts(db, given);
  const batch = batchOf(runtime, terms, drafted, taking);
  const priced = drafted.filter(({ request }) => request.prices !== undefined);
  // When no cart is priced by rules, one statement is sufficient.
  if (priced.length === 0) return takeBatch(db, batch);
  return db.transaction(async (tx) => {
    const expiresAt = await takeBatch(tx, batch);
    const savings = priced.flatMap(
      ({
        key,
        request: {
          priced: { lines },
          prices = [],
        },
      }) =>
        lines.flatMap(({ type }, at) =>
          (prices[at]?.savings ?? []).map((saving) => ({ key, ticketTypeId: type.id, ...saving })),
        ),
    );
    const keys = priced.map(({ key }) => key);
    await insertCartPrices(tx, keys, savings);
    return expiresAt;
  });
}

export type PricedRequest = {
  readonly pending: PendingRequest;
  readonly priced: Priced;
  /** It starts a cart without codes or an offer, so that its price and the limits of the order depend on its own lines only. */
  readonly startsPlainCart: boolean;
  readonly prices?: readonly PricedLine[];
};

export type Draft = { readonly key: string; readonly cartKey: string; readonly request: PricedRequest };

/** Returns a reservation to write. It has its keys already, so that the answer can be built from it. */
export function draftReservation(runtime: Runtime, request: PricedRequest): Draft {
  return { key: runtime.newSaleKey(), cartKey: request.pending.request.cartKey ?? runtime.newSaleKey(), request };
}

export function batchOf(
  runtime: Runtime,
  terms: Terms,
  drafted: readonly Draft[],
  { takes, isCounted }: Pick<Batch, "takes" | "isCounted">,
): Batch {
  return {
    eventId: terms.eventId,
    accountId: terms.accountId,
    currency: terms.currency,
    reservationSeconds: runtime.limits.reservationSeconds,
    takes,
    isCounted,
    sales: drafted.map(({ key, cartKey, request: { pending, priced } }) => ({
      key,
      cartKey,
      userId: pending.request.caller.id,
      request: pending.context?.request,
      totalMinor: priced.totalMinor,
      source: { ...pending.request.source, ...(pending.request.boxOffice && { boxOffice: true }) },
      lines: priced.lines.map(({ type, quantity }) => ({
        ticketTypeId: type.id,
        ticketTypeName: type.name,
        tags: type.tags,
        quantity,
        priceMinor: type.priceMinor,
        feeMinor: type.feeMinor,
      })),
    })),
  };
}

export function reservationOf(
  runtime: Runtime,
  { eventId, eventName, currency }: Terms,
  { key, cartKey, request: { priced } }: Draft,
  expiresAt: Date,
  prices: readonly PricedLine[] = [],
): NewReservation {
  return {
    key,
    cartKey,
    eventId,
    eventName,
    total: { minor: priced.totalMinor, currency },
    expiresAt,
    secondsLeft: runtime.limits.reservationSeconds,
    codes: [],
    lines: priced.lines.map(({ type, quantity }, at) => ({
      ticketTypeId: type.id,
      ticketTypeName: type.name,
      savings: prices[at]?.savings ?? [],
      eventDateId: type.eventDateId,
      eventDateName: type.eventDateName,
      section: type.section,
      quantity,
      price: { minor: type.priceMinor, currency },
      fee: { minor: type.feeMinor, currency },
    })),
  };
}
