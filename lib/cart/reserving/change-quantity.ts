import "server-only";

import { type KeptPart, partsWithout } from "#lib/cart/kept-parts.ts";
import { giveBack } from "#lib/cart/reserving/give-back.ts";
import { codesOf, freshOffering, offeringNow } from "#lib/cart/reserving/live-offering.ts";
import { releaseOneEvent } from "#lib/cart/reserving/release-tickets.ts";
import { type ReserveResult, reserveInto } from "#lib/cart/reserving/reserve.ts";
import { byType, type PriceNow, todaysPrices, typeOnSale } from "#lib/cart/todays-prices.ts";
import { liveSales, sumOf } from "#lib/purchase/cart-state.ts";
import type { OpenCheckout } from "#lib/purchase/checkout-state-of.ts";
import { sourceOf } from "#lib/session/purchase/purchase-cookie.ts";
import { offerUndo } from "#lib/session/undo-cookie.ts";
import { getCart } from "#lib/ticketing/carts.ts";
import { failureOnFault, undefinedOnFault } from "#lib/ticketing/client/fault.ts";
import { quote } from "#lib/ticketing/codes.ts";
import type { CartSale } from "#lib/ticketing/model/cart.ts";
import { addMoney, type Money, timesMoney } from "#lib/ticketing/model/money.ts";
import { allInPrice, type Offering } from "#lib/ticketing/model/offering.ts";
import { type ReservedLine, type SelectionLine, ticketCount } from "#lib/ticketing/model/reservation.ts";

export type QuantityChange = {
  readonly eventId: number;
  readonly ticketTypeId: number;
  /** Price and fee of one ticket of the line, in minor units: a type may have lines at two prices. */
  readonly each: number;
  /** How many to have afterwards, so that a change sent twice is made once. 0 removes the line. */
  readonly quantity: number;
  /** What the page said that one more ticket costs today, in minor units. */
  readonly said: number;
  /** The page said that all tickets of the event are reserved again, at these prices of one ticket, in minor units by type. */
  readonly accepted: ReadonlyMap<number, number>;
  /** The page said that the whole Cart becomes this total, in minor units: more than the price of what is added. */
  readonly acceptedTotal: number;
};

export type QuantityChanged = {
  readonly outcome:
    | ReserveResult
    /** Nothing was tried, as a ticket that stays is no longer on sale, and the service cannot give back a part. */
    | { readonly result: "keep_or_empty" }
    /** Reserved, at other prices than those just before. */
    | { readonly result: "reserved_at"; readonly changes: readonly PriceNow[] }
    /** Nothing was tried, as prices are not those that the page said: the buyer is told these first. */
    | { readonly result: "asks"; readonly changes: readonly PriceNow[]; readonly isAllAgain: boolean }
    /** Nothing was tried: at this price of one ticket the total is more than `expected`, as the Cart loses savings. */
    | { readonly result: "asks_total"; readonly price: Money; readonly total: Money; readonly expected: Money };
  /** How many of the line were reserved before, and still are where it was refused. */
  readonly before: number;
};

type Reserved = Extract<OpenCheckout, { state: "reserved" }>;

/** The line that is changed, in a Cart that is reserved. */
type Changing = QuantityChange & {
  readonly checkout: Reserved;
  /** The live sales of its event. */
  readonly sales: readonly CartSale[];
  readonly isOfLine: (line: ReservedLine) => boolean;
  readonly before: number;
  readonly now: Date;
};

/**
 * Changes the quantity of one line of a Cart. Fewer are given back, whatever is on sale, and what is kept stays as it is. More are
 * reserved at the price of today. When that is refused, all stays reserved as it was.
 */
export async function changeQuantity(
  checkout: OpenCheckout,
  change: QuantityChange,
  proof: unknown,
  now: Date,
): Promise<QuantityChanged> {
  const { eventId, ticketTypeId, each, quantity } = change;
  const sales = (checkout.cart ? liveSales(checkout.cart, now) : []).filter((sale) => sale.eventId === eventId);
  const isOfLine = (line: ReservedLine) => line.ticketTypeId === ticketTypeId && allInPrice(line).minor === each;
  const before = ticketCount(sales.flatMap(({ lines }) => lines).filter(isOfLine));
  // An expired line is not reserved anew by itself, nor one that another tab removed: the page then shows what there is.
  if (checkout.state !== "reserved" || before === 0 || quantity === before) return { outcome: RESERVED, before };
  const changing = { ...change, checkout, sales, isOfLine, before, now };
  const outcome = await failureOnFault(quantity < before ? reduce(changing, proof) : add(changing, proof));
  return { outcome: typeof outcome === "string" ? { result: "refused", refusal: outcome } : outcome, before };
}

const RESERVED = { result: "reserved" } as const;

async function reduce(changing: Changing, proof: unknown): Promise<QuantityChanged["outcome"]> {
  const { checkout, sales, isOfLine, before, quantity, eventId, ticketTypeId, now } = changing;
  const lines = sales.flatMap((sale) => sale.lines);
  if (quantity === 0 && lines.every(isOfLine)) {
    const isReleased = await releaseOneEvent(checkout, eventId);
    return isReleased ? RESERVED : { result: "refused", refusal: "no_answer" };
  }
  const least = typeOnSale(await offeringNow(eventId, codesOf(checkout.cart)), ticketTypeId)?.minimum ?? 1;
  const parts = partsWithout(sales, isOfLine, before - quantity, least);
  const outcome = parts.length === 0 ? "under_minimum" : await giveBack(checkout, parts, now);
  if (outcome === "not_offered") return reserveRest(changing, proof, parts);
  if (outcome === "no_answer" || outcome === "service_busy") return { result: "refused", refusal: outcome };
  if (outcome !== "given_back")
    return { result: "short", refused: { refusal: outcome, shortages: [] }, names: new Map() };
  if (quantity === 0) await offerUndoOf(changing);
  return RESERVED;
}

/** Reserves what is left instead of all of the event, in front of a service that cannot give back a part of a reservation. */
async function reserveRest(
  changing: Changing,
  proof: unknown,
  parts: readonly KeptPart[],
): Promise<QuantityChanged["outcome"]> {
  const { checkout, sales, eventId, quantity, accepted, now } = changing;
  const rest = sales.flatMap((sale) => {
    const kept = parts.find((part) => part.sale.key === sale.key)?.kept ?? sale.lines;
    return sale.lines.filter(({ ticketTypeId }) => kept.some((line) => line.ticketTypeId === ticketTypeId));
  });
  const offering = await freshOffering(eventId, codesOf(checkout.cart));
  const prices = todaysPrices(rest, offering);
  if (prices.state === "not_on_sale") return { result: "keep_or_empty" };
  const changes = prices.state === "changed" ? prices.changes : [];
  // The rest would be at today's prices too: its buyer must have read them.
  const isSaid = changes.every(({ line, now }) => accepted.get(line.ticketTypeId) === now.minor);
  if (!isSaid) return { result: "asks", changes, isAllAgain: true };
  const kept = sales.flatMap((sale) => parts.find((part) => part.sale.key === sale.key)?.kept ?? sale.lines);
  const form = { eventId, wanted: byType(kept), shown: undefined, code: undefined, source: undefined };
  const outcome = await reserveInto(checkout, form, { offering, proof, now, keepsId: true });
  if (outcome.result === "reserved" && quantity === 0) await offerUndoOf(changing);
  return sayPrices(outcome, offering);
}

async function add(changing: Changing, proof: unknown): Promise<QuantityChanged["outcome"]> {
  const { checkout, sales, isOfLine, before, quantity, eventId, ticketTypeId, said, accepted, now } = changing;
  const lines = sales.flatMap((sale) => sale.lines);
  const offering = await freshOffering(eventId, codesOf(checkout.cart));
  const type = typeOnSale(offering, ticketTypeId);
  const today = type && allInPrice(type);
  const line = lines.find(isOfLine);
  if (today && line && today.minor !== said && accepted.get(ticketTypeId) !== today.minor)
    return { result: "asks", changes: [{ line, before: { ...today, minor: said }, now: today }], isAllAgain: false };

  // What is reserved keeps its prices. Only where they are those of today, it is exchanged for one reservation of all.
  const adds = todaysPrices(lines, offering).state !== "as_reserved";
  const wanted = adds
    ? [{ ticketTypeId, quantity: quantity - before }]
    : byType([...lines.filter((one) => !isOfLine(one)), { ticketTypeId, quantity }]);
  const asks = today && (await askTotal(changing, wanted, adds, today));
  if (asks) return asks;
  const form = { eventId, wanted, shown: undefined, code: undefined, source: undefined };
  return sayPrices(await reserveInto(checkout, form, { offering, proof, now, keepsId: true, adds }), offering);
}

/**
 * Asks the buyer about a total that is more than what is added costs: with each reservation the service prices the whole Cart by the
 * rules of today, and a saving may have ended. Less is not asked about.
 */
async function askTotal(
  { checkout: { cart }, sales, before, quantity, eventId, acceptedTotal, now }: Changing,
  wanted: readonly SelectionLine[],
  adds: boolean,
  price: Money,
): Promise<QuantityChanged["outcome"] | undefined> {
  if (cart.savings.length === 0) return undefined;
  const instead = adds ? {} : { replaces: sales.map(({ key }) => key) };
  const total = (await quote(eventId, wanted, { cartId: cart.id, ...instead }))?.total;
  const expected = addMoney(sumOf(cart, liveSales(cart, now)), timesMoney(price, quantity - before));
  if (total === undefined || total.minor <= expected.minor || total.minor <= acceptedTotal) return undefined;
  return { result: "asks_total", price, total, expected };
}

/** Returns the result with the prices that changed while it was reserved. */
async function sayPrices(outcome: ReserveResult, offering: Offering | undefined): Promise<QuantityChanged["outcome"]> {
  const made = outcome.result === "reserved" ? outcome.reservation : undefined;
  // Some services name the prices in the Cart alone.
  const cart = made?.lines.length === 0 ? await undefinedOnFault(getCart(made.cartId)) : undefined;
  const lines = cart?.sales.find(({ key }) => key === made?.key)?.lines ?? made?.lines ?? [];
  const changes = lines.flatMap((line): readonly PriceNow[] => {
    const type = typeOnSale(offering, line.ticketTypeId);
    const [before, now] = [type && allInPrice(type), allInPrice(line)];
    return before === undefined || before.minor === now.minor ? [] : [{ line, before, now }];
  });
  return changes.length > 0 ? { result: "reserved_at", changes } : outcome;
}

async function offerUndoOf({ checkout: { purchase }, sales, isOfLine, eventId }: Changing): Promise<void> {
  const lines = sales.flatMap((sale) => sale.lines).filter(isOfLine);
  const source = sourceOf(purchase, eventId);
  await offerUndo({
    at: Date.now(),
    events: [{ eventId, eventName: sales[0]?.eventName ?? "", lines, ...(source && { source }) }],
    isOneOfSeveral: true,
    ticketType: lines[0]?.name ?? "",
    codes: [],
    ...(purchase.buyer && { buyer: purchase.buyer }),
  });
}
