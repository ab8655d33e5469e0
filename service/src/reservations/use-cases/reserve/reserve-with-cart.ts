import { inBatch } from "#src/platform/domain/request-context.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import type { Db } from "#src/platform/store/db.ts";
import { retryOnConflict } from "#src/platform/store/faults.ts";
import { CODES_MAX, hadEffect, isOpen, onceEach, validCodes } from "#src/pricing/domain/code.ts";
import type { Discount } from "#src/pricing/domain/discount.ts";
import { addPlaces } from "#src/reservations/domain/plan-offers.ts";
import type { Refused, Terms } from "#src/reservations/domain/terms.ts";
import {
  assignPlaces,
  countByType,
  labelOf,
  overLimit,
  type Priced,
  placesNeeded,
} from "#src/reservations/domain/validate.ts";
import { listCartCodes, returnExpiredUses } from "#src/reservations/store/cart-codes.ts";
import { lockCartPrice, type PricedSaleLine } from "#src/reservations/store/cart-prices.ts";
import { endUnusedCarts } from "#src/reservations/store/carts.ts";
import { findSaleId, takeBatch } from "#src/reservations/store/take-batch.ts";
import { moveUsedOffers } from "#src/reservations/store/waiting-list/offers.ts";
import { type CalculatedCart, calculateCart, writeCalculatedCart } from "#src/reservations/use-cases/cart-price.ts";
import { endExpiredOfCart, releaseSale, returnExpired } from "#src/stock/store/places.ts";
import { countFree, mayUseOffer, moveOfferPlaces, offerPlaces } from "./count-free.ts";
import { NEW_CART, openCart } from "./open-cart.ts";
import type { ReservationOutcome } from "./reservation-queue.ts";
import { batchOf, type Draft, draftReservation, type PricedRequest, reservationOf } from "./reserve-new-carts.ts";

/** Each uses a connection of the pool. The others stay free for other calls. */
const PRICED_AT_ONCE = 4;

/**
 * Reserves for requests that are priced together with their cart, a few at a time. Throws the first fault after all
 * requests have ended, so that none is decided twice.
 */
export async function reserveEachWithCart(
  runtime: Runtime,
  terms: Terms,
  discounts: readonly Discount[],
  requests: readonly PricedRequest[],
): Promise<void> {
  const waiting = requests.values();
  const faults: unknown[] = [];
  const work = async () => {
    for (const one of waiting) {
      try {
        const outcome = await inBatch("priced reservation", [one.pending.context], () =>
          reservePriced(runtime, terms, discounts, one),
        );
        const { cartKey, caller } = one.pending.request;
        // A reservation of the cart may have expired between the validation and the lock of the cart.
        if (outcome.ok && cartKey !== undefined) await endExpired(runtime, caller.account.id, cartKey);
        one.pending.answer(outcome);
      } catch (error) {
        faults.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(PRICED_AT_ONCE, requests.length) }, work));
  if (faults.length > 0) throw faults[0];
}

/**
 * Ends the expired reservations of a cart. Logs a fault and does not throw: the new reservation is written, and a retry of the
 * batch would make it twice.
 */
async function endExpired({ db, log }: Runtime, accountId: number, cartKey: string): Promise<void> {
  try {
    await retryOnConflict(() => endExpiredOfCart(db, accountId, cartKey));
  } catch (error) {
    log("warn", "The expired reservations of a cart stay in it until their grace period ends.", {}, error);
  }
}

/** `return_expired`: expired reservations may still hold places or uses of a code. Return those, then try the reservation again. */
type OutcomeOrRetry = ReservationOutcome | "return_expired";

/**
 * Reserves into an existing cart, or with codes. The limits of the order, its places, the uses of its codes and the price
 * of the whole cart are decided under the cart's lock and written in one transaction, or nothing is.
 */
async function reservePriced(
  runtime: Runtime,
  terms: Terms,
  discounts: readonly Discount[],
  request: PricedRequest,
): Promise<ReservationOutcome> {
  const draft = draftReservation(runtime, request);
  const first = await runtime.db.transaction((tx) => tryToReserve(tx, runtime, terms, discounts, draft, true));
  if (first !== "return_expired") return first;
  await returnExpired(runtime.db, terms.eventId);
  await returnExpiredUses(runtime.db);
  const again = await runtime.db.transaction((tx) => tryToReserve(tx, runtime, terms, discounts, draft, false));
  if (again === "return_expired") throw new Error("A reservation is tried at most twice.");
  return again;
}

async function tryToReserve(
  tx: Db,
  runtime: Runtime,
  terms: Terms,
  discounts: readonly Discount[],
  draft: Draft,
  mayReturn: boolean,
): Promise<OutcomeOrRetry> {
  const { accountId, eventId, currency, now } = terms;
  const { cartKey, request } = draft;
  const { boxOffice = false, codes = [], ...rest } = request.pending.request;
  const joinsCart = rest.cartKey !== undefined;
  const opened = joinsCart
    ? await openCart(tx, runtime, terms, cartKey, rest.replaces ?? [])
    : { ok: true as const, cart: NEW_CART };
  if (!opened.ok) return { ok: false, refusal: "refused", rows: [opened.refused] };
  const { kept: known, replacedKeys, freed } = opened.cart;
  const over = overLimit(terms, request.priced.lines, countByType(known), boxOffice);
  if (over.length > 0) return { ok: false, refusal: "refused", rows: over };
  const own = request.priced.lines.map(({ type, quantity }) => ({
    ...type,
    eventId,
    quantity,
    ticketTypeId: type.id,
    id: `new:${type.id}`,
  }));
  const typed = joinsCart ? await mergeCodes(tx, cartKey, codes) : onceEach(codes);
  const lines = [...known, ...own];
  const calculated = await calculateCart(tx, { accountId, cartKey, currency, now, lines, discounts, typed });
  const usedUp = calculated.answers.some(({ result }) => result === "USED_UP");
  if (usedUp && mayReturn) return "return_expired";

  const codeAnswers = calculated.answers.length > 0 ? { codes: { answers: calculated.answers, currency } } : {};
  const closed = boxOffice ? [] : notOpened(request.priced, eventId, calculated, now);
  if (closed.length > 0) return { ok: false, refusal: "refused", rows: closed, ...codeAnswers };

  const takes = placesNeeded([request]);
  const offered = await offerPlaces(tx, terms, rest.waitingListOffer);
  const taking = takes.map(([stockId]) => stockId);
  const counted = await countFree(tx, runtime, terms, taking, [...freed.keys(), ...offered.keys()]);
  if (!(await mayUseOffer(tx, terms, rest.waitingListOffer, takes))) {
    return { ok: false, refusal: "refused", rows: [{ code: "OFFER_ENDED", path: "waitingListOffer" }] };
  }
  const free = addPlaces(addPlaces(counted, freed, 1), offered, 1);
  const [short] = assignPlaces([request], free).short;
  if (short) {
    return mayReturn ? "return_expired" : { ok: false, refusal: "refused", rows: short.refused, ...codeAnswers };
  }

  const ownPrices = calculated.priced.lines.slice(known.length);
  const totalMinor = ownPrices.reduce((sum, line) => sum + line.totalMinor, 0);
  const net = { ...draft, request: { ...request, priced: { ...request.priced, totalMinor } } };
  for (const key of replacedKeys) await releaseSale(tx, accountId, key, runtime.limits.latePaySeconds);
  await moveUsedOffers(tx, eventId, replacedKeys, draft.key);
  await moveOfferPlaces(tx, terms, rest.waitingListOffer, draft.key);
  const expiresAt = await takeBatch(tx, batchOf(runtime, terms, [net], { takes, isCounted: true }));
  if (joinsCart) await endUnusedCarts(tx, [cartKey]);
  const saleId = await findSaleId(tx, draft.key);
  const lineRows = lines.flatMap((line, at): readonly PricedSaleLine[] => {
    const price = calculated.priced.lines[at];
    return price ? [{ ...line, saleId: known[at]?.saleId ?? saleId, ...price }] : [];
  });
  if (!joinsCart) await lockCartPrice(tx, accountId, cartKey);
  await writeCalculatedCart(tx, cartKey, calculated, lineRows);
  const made = reservationOf(runtime, terms, net, expiresAt, ownPrices);
  return { ok: true, reservation: { ...made, codes: calculated.answers } };
}

/** Returns the cart's codes and the new ones. Beyond the maximum, codes without effect are left out first. */
async function mergeCodes(tx: Db, cartKey: string, more: readonly string[]): Promise<readonly string[]> {
  const ofCart = await listCartCodes(tx, cartKey);
  const all = onceEach([...ofCart.map(({ code }) => code), ...more]);
  if (all.length <= CODES_MAX) return all;
  const useful = ofCart.filter(({ result }) => hadEffect(result)).map(({ code }) => code);
  return onceEach([...useful, ...more]).slice(0, CODES_MAX);
}

/** Returns a refusal for each line whose ticket type needs a code that the cart does not have. */
function notOpened({ lines }: Priced, eventId: number, { typed }: CalculatedCart, now: Date): readonly Refused[] {
  const good = validCodes(typed, now);
  return lines.flatMap(({ type, index }) => {
    if (isOpen({ ...type, eventId, ticketTypeId: type.id }, good)) return [];
    const path = `tickets[${index}].ticketType`;
    return [{ code: "CODE_REQUIRED" as const, path, ...labelOf(type, !type.hidden) }];
  });
}
