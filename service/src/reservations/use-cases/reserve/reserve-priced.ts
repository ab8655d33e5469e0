import type { Db } from "#src/platform/store/db.ts";
import type { World } from "#src/platform/world.ts";
import { CODES_MAX, isOfUse, isOpen, onceEach, whyNotValid } from "#src/pricing/domain/code.ts";
import type { Discount } from "#src/pricing/domain/discount.ts";
import { assignPlaces, placesNeeded } from "#src/reservations/domain/assign-places.ts";
import type { Refused } from "#src/reservations/domain/reservation-refusal.ts";
import type { Terms } from "#src/reservations/domain/terms.ts";
import { countByType, labelOf, overLimit, type Priced } from "#src/reservations/domain/validate.ts";
import { addPlaces } from "#src/reservations/domain/waiting-list/places-for-party.ts";
import { listCartCodes, returnExpiredUses } from "#src/reservations/store/cart-codes.ts";
import { lockCartPrice, type PricedSaleLine } from "#src/reservations/store/cart-prices.ts";
import { findSaleId, takeBatch } from "#src/reservations/store/take-batch.ts";
import { type CalculatedCart, calculateCart, writeCalculatedCart } from "#src/reservations/use-cases/calculate-cart.ts";
import { releaseSale, returnExpired } from "#src/stock/store/return-places.ts";
import { countFree } from "./count-free.ts";
import { batchOf, type Draft, draftReservation, reservationOf } from "./draft-reservation.ts";
import { mayUseOffer, moveOfferPlaces, offerPlaces } from "./offer-places.ts";
import { NEW_CART, openCart } from "./open-cart.ts";
import type { ReservationOutcome } from "./reservation-request.ts";
import type { PricedRequest } from "./validate-batch.ts";

/** `return_expired`: expired reservations may still take places or uses of a code. They are put back, and the reservation is tried again. */
type Attempt = ReservationOutcome | "return_expired";

/**
 * Reserves into an existing cart, or with codes. The limits of the order, its places, the uses of its codes and the price
 * of the whole cart are decided under the cart's lock and written in one transaction, or nothing is.
 */
export async function reservePriced(
  world: World,
  terms: Terms,
  discounts: readonly Discount[],
  request: PricedRequest,
): Promise<ReservationOutcome> {
  const draft = draftReservation(world, request);
  const first = await world.db.transaction((tx) => tryToReserve(tx, world, terms, discounts, draft, true));
  if (first !== "return_expired") return first;
  await returnExpired(world.db, terms.eventId);
  await returnExpiredUses(world.db);
  const again = await world.db.transaction((tx) => tryToReserve(tx, world, terms, discounts, draft, false));
  if (again === "return_expired") throw new Error("A reservation is tried at most twice.");
  return again;
}

async function tryToReserve(
  tx: Db,
  world: World,
  terms: Terms,
  discounts: readonly Discount[],
  draft: Draft,
  mayReturn: boolean,
): Promise<Attempt> {
  const { accountId, eventId, currency, now } = terms;
  const { cartKey, request } = draft;
  const { boxOffice = false, codes = [], ...rest } = request.pending.request;
  const isOld = rest.cartKey !== undefined;
  const opened = isOld
    ? await openCart(tx, world, terms, cartKey, rest.replaces ?? [])
    : { ok: true as const, cart: NEW_CART };
  if (!opened.ok) return { ok: false, refusal: "refused", rows: [{ code: opened.code, path: "multiOrderKey" }] };
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
  const typed = isOld ? await mergeCodes(tx, cartKey, codes) : onceEach(codes);
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
  const counted = await countFree(tx, world, terms, taking, [...freed.keys(), ...offered.keys()]);
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
  for (const key of replacedKeys) await releaseSale(tx, accountId, key, world.limits.latePaySeconds);
  await moveOfferPlaces(tx, terms, rest.waitingListOffer);
  const expiresAt = await takeBatch(tx, batchOf(world, terms, [net], { takes, isCounted: true }));
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

/** Returns the cart's codes and the new ones. Beyond the maximum, codes without effect are left out first. */
async function mergeCodes(tx: Db, cartKey: string, more: readonly string[]): Promise<readonly string[]> {
  const ofCart = await listCartCodes(tx, cartKey);
  const all = onceEach([...ofCart.map(({ code }) => code), ...more]);
  if (all.length <= CODES_MAX) return all;
  const useful = ofCart.filter(({ result }) => isOfUse(result)).map(({ code }) => code);
  return onceEach([...useful, ...more]).slice(0, CODES_MAX);
}

/** Returns a refusal for each line whose ticket type needs a code that the cart does not have. */
function notOpened({ lines }: Priced, eventId: number, { typed }: CalculatedCart, now: Date): readonly Refused[] {
  const good = typed.flatMap((one) => (one.code && whyNotValid(one, now) === undefined ? [one.code] : []));
  return lines.flatMap(({ type, index }) => {
    if (isOpen({ ...type, eventId, ticketTypeId: type.id }, good)) return [];
    const path = `tickets[${index}].ticketType`;
    return [{ code: "CODE_REQUIRED" as const, path, ...labelOf(type, !type.hidden) }];
  });
}
