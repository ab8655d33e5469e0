import type { Db } from "#src/platform/store/db.ts";
import type { World } from "#src/platform/world.ts";
import { CODES_MAX, isOfUse, isOpen, onceEach, whyNotValid } from "#src/pricing/domain/code.ts";
import type { Discount } from "#src/pricing/domain/discount.ts";
import { assignPlaces, placesNeeded } from "#src/reservations/domain/assign-places.ts";
import type { Refused } from "#src/reservations/domain/reservation-refusal.ts";
import type { Terms } from "#src/reservations/domain/terms.ts";
import { countByType, namedTo, overLimit, type Priced } from "#src/reservations/domain/validate.ts";
import { listCartCodes, returnLapsedUses } from "#src/reservations/store/cart-codes.ts";
import { lockCartPrice, type PricedSaleLine } from "#src/reservations/store/cart-prices.ts";
import { findSaleId, lockFree, takeBatch } from "#src/reservations/store/take-batch.ts";
import { type CalculatedCart, calculateCart, writeCalculatedCart } from "#src/reservations/use-cases/calculate-cart.ts";
import { releaseSale, returnExpired } from "#src/stock/store/return-places.ts";
import { batchOf, type Drafted, draftReservation, reservationOf } from "./draft-reservation.ts";
import { NEW_CART, openCart } from "./open-cart.ts";
import type { ReservationOutcome } from "./reservation-request.ts";
import type { PricedRequest } from "./validate-batch.ts";

/** Expired reservations may still hold places or uses of a code: they are returned, and the reservation is tried once more. */
type Tried = ReservationOutcome | "return_what_lapsed";

/**
 * Reserves into a cart that is there already, or that codes have to do with: the limits of the whole order, its places, the
 * uses of its codes and the price of the whole cart are decided under the cart's lock and written together, or nothing is.
 */
export async function reservePriced(
  world: World,
  terms: Terms,
  discounts: readonly Discount[],
  request: PricedRequest,
): Promise<ReservationOutcome> {
  const draft = draftReservation(world, request);
  const first = await world.db.transaction((tx) => tryToReserve(tx, world, terms, discounts, draft, true));
  if (first !== "return_what_lapsed") return first;
  await returnExpired(world.db, terms.eventId);
  await returnLapsedUses(world.db);
  const again = await world.db.transaction((tx) => tryToReserve(tx, world, terms, discounts, draft, false));
  if (again === "return_what_lapsed") throw new Error("A reservation is tried twice at most.");
  return again;
}

async function tryToReserve(
  tx: Db,
  world: World,
  terms: Terms,
  discounts: readonly Discount[],
  draft: Drafted,
  mayReturn: boolean,
): Promise<Tried> {
  const { accountId, eventId, currency, now } = terms;
  const { cartKey, request } = draft;
  const { boxOffice = false, codes = [], ...wish } = request.pending.request;
  const isOld = wish.cartKey !== undefined;
  const opened = isOld
    ? await openCart(tx, world, terms, cartKey, wish.replaces ?? [])
    : { ok: true as const, cart: NEW_CART };
  if (!opened.ok) return { ok: false, refusal: "refused", rows: [{ code: opened.code, path: "multiOrderKey" }] };
  const { kept: known, replacedKeys, freed } = opened.cart;
  const over = overLimit(terms, request.priced.lines, countByType(known), boxOffice);
  if (over.length > 0) return { ok: false, refusal: "refused", rows: over };
  const own = request.priced.lines.map(({ type, quantity }) => ({
    ...type,
    ...{ eventId, quantity, ticketTypeId: type.id, id: `new:${type.id}` },
  }));
  const typed = isOld ? await mergeCodes(tx, cartKey, codes) : onceEach(codes);
  const lines = [...known, ...own];
  const calculated = await calculateCart(tx, { ...{ accountId, cartKey, currency, now, lines, discounts }, typed });
  const usedUp = calculated.answers.some(({ result }) => result === "USED_UP");
  if (usedUp && mayReturn) return "return_what_lapsed";

  const answered = calculated.answers.length > 0 ? { codes: { answers: calculated.answers, currency } } : {};
  const shut = boxOffice ? [] : notOpened(request.priced, eventId, calculated, now);
  if (shut.length > 0) return { ok: false, refusal: "refused", rows: shut, ...answered };

  const takes = placesNeeded([request]);
  const counted = await lockFree(tx, eventId, [...takes.map(([stockId]) => stockId), ...freed.keys()]);
  const free = new Map([...counted].map(([stockId, count]) => [stockId, count + (freed.get(stockId) ?? 0)]));
  const [short] = assignPlaces([request], free).short;
  if (short) {
    return mayReturn ? "return_what_lapsed" : { ok: false, refusal: "refused", rows: short.refused, ...answered };
  }

  const ownPrices = calculated.priced.lines.slice(known.length);
  const totalMinor = ownPrices.reduce((sum, line) => sum + line.totalMinor, 0);
  const net = { ...draft, request: { ...request, priced: { ...request.priced, totalMinor } } };
  for (const key of replacedKeys) await releaseSale(tx, accountId, key, world.limits.latePaySeconds);
  const expiresAt = await takeBatch(tx, batchOf(world, terms, [net], takes));
  const saleId = await findSaleId(tx, draft.key);
  const lineRows = lines.flatMap((line, at): readonly PricedSaleLine[] => {
    const price = calculated.priced.lines[at];
    return price ? [{ ...line, saleId: known[at]?.saleId ?? saleId, ...price }] : [];
  });
  if (!isOld) await lockCartPrice(tx, accountId, cartKey);
  await writeCalculatedCart(tx, cartKey, calculated, lineRows);
  const made = reservationOf(world, terms, net, expiresAt, ownPrices);
  return { ok: true, reservation: { ...made, codes: calculated.answers } };
}

/** The cart's codes and the new ones. Where that is too many, those that do nothing make room. */
async function mergeCodes(tx: Db, cartKey: string, more: readonly string[]): Promise<readonly string[]> {
  const has = await listCartCodes(tx, cartKey);
  const all = onceEach([...has.map(({ code }) => code), ...more]);
  if (all.length <= CODES_MAX) return all;
  const useful = has.filter(({ result }) => isOfUse(result)).map(({ code }) => code);
  return onceEach([...useful, ...more]).slice(0, CODES_MAX);
}

function notOpened({ lines }: Priced, eventId: number, { typed }: CalculatedCart, now: Date): readonly Refused[] {
  const good = typed.flatMap((one) => (one.code && whyNotValid(one, now) === undefined ? [one.code] : []));
  return lines.flatMap(({ type, index }) => {
    if (isOpen({ ...type, eventId, ticketTypeId: type.id }, good)) return [];
    const path = `tickets[${index}].ticketType`;
    return [{ code: "CODE_REQUIRED" as const, path, ...namedTo(type, !type.hidden) }];
  });
}
