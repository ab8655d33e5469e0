import { type Event, type EventDate, eventAt, type TicketType } from "#src/catalogue/domain/event.ts";
import { findEvents } from "#src/catalogue/store/events.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { readClock } from "#src/platform/store/db.ts";
import { type CartLine, priceWithCodes } from "#src/pricing/domain/cart-price.ts";
import { type Advice, advise, type Offered } from "#src/pricing/domain/engine/advise.ts";
import { isInScope, type PricingRule } from "#src/pricing/domain/engine/rule.ts";
import { listEnabledDiscounts } from "#src/pricing/store/discounts.ts";
import type { Cart } from "#src/reservations/domain/cart.ts";
import { listCartLines } from "#src/reservations/store/cart-prices.ts";
import { findTypedCodes } from "./cart-price.ts";

/** Bounds the events that are searched for advice. */
const EVENTS_MAX = 12;

/** Advice with the event, date and ticket type of each suggested ticket. */
export type AdviceInFull = Omit<Advice, "missing"> & {
  readonly missing: readonly {
    readonly event: Event;
    readonly eventDate: EventDate;
    readonly ticketType: TicketType;
    readonly quantity: number;
  }[];
};

type CartToAdvise = {
  readonly accountId: number;
  readonly currency: string;
  readonly lines: readonly CartLine[];
  readonly rules: readonly PricingRule[];
};

/** Returns advice from tickets on sale to the public: not hidden, and without a code. */
export async function adviseCart(
  { db }: Runtime,
  { accountId, currency, lines, rules }: CartToAdvise,
): Promise<readonly AdviceInFull[]> {
  const near = rules.filter(({ scope }) => lines.some((line) => isInScope(line, scope)));
  if (near.length === 0) return [];
  const eventIds = near.flatMap(({ scope }) => scope.eventIds ?? lines.map(({ eventId }) => eventId));
  const { events, now } = await findEvents(db, accountId, [...new Set(eventIds)].slice(0, EVENTS_MAX));
  const types = events
    .filter((facts) => facts.published && facts.currency === currency)
    .map((facts) => eventAt(facts, now))
    .flatMap((event) => event.dates.flatMap((date) => date.ticketTypes.map((type) => ({ event, date, type }))));
  const inCart = types.filter(({ type }) => lines.some(({ ticketTypeId }) => ticketTypeId === type.id));
  // Who adds to an event reserves its other tickets again, at today's prices.
  const atOtherPrices = inCart.filter(({ type }) => lines.some((line) => isAtOtherPrice(line, type)));
  const onSale = likeInCart(
    types.filter(({ type, event }) => mayAdvise(type) && !atOtherPrices.some((one) => one.event.id === event.id)),
    inCart,
  );
  const offered = onSale.map(({ event, date, type }) => toOffered(event.id, date, type, lines));
  const byType = new Map(onSale.map((one) => [one.type.id, one]));
  // All rules are passed, since the others affect the price of the whole cart too.
  return advise(lines, rules, offered).map((advice) => inFull(advice, byType));
}

/** Leaves of an event with types that are called like those in the cart these alone: an adult is suggested no ticket for a child. */
function likeInCart(onSale: readonly OnSale[], inCart: readonly OnSale[]): readonly OnSale[] {
  const names = new Set(inCart.map(({ type }) => type.name));
  const alike = onSale.filter(({ type }) => names.has(type.name));
  const events = new Set(alike.map(({ event }) => event.id));
  return onSale.filter((one) => alike.includes(one) || !events.has(one.event.id));
}

/** Returns whether a line of a ticket type was reserved at another price than that of today. */
function isAtOtherPrice(line: CartLine, { id, price, fee }: TicketType): boolean {
  return line.ticketTypeId === id && (line.priceMinor !== price.minor || line.feeMinor !== fee.minor);
}

/** Returns whether a ticket type may be suggested: on sale, public, and sold singly. */
function mayAdvise({ saleStatus, kind, codeRequired, hidden, minimumPerOrder }: TicketType): boolean {
  return saleStatus === "ON_SALE" && kind === "TICKETS" && !codeRequired && !hidden && minimumPerOrder === 1;
}

function toOffered(eventId: number, date: EventDate, type: TicketType, lines: readonly CartLine[]): Offered {
  const ofType = lines.filter((line) => line.ticketTypeId === type.id);
  const alreadyOrdered = ofType.reduce((sum, { quantity }) => sum + quantity, 0);
  // Reserved tickets are no longer counted as free; selected ones still are.
  const selected = ofType.reduce((sum, line) => sum + ("saleId" in line ? 0 : line.quantity), 0);
  return {
    eventId,
    eventDateId: date.id,
    ticketTypeId: type.id,
    tags: type.tags,
    priceMinor: type.price.minor,
    feeMinor: type.fee.minor,
    available: Math.max(0, Math.min(type.free - selected, type.maximumPerOrder - alreadyOrdered)),
  };
}

type OnSale = { readonly event: Event; readonly date: EventDate; readonly type: TicketType };

function inFull({ missing, ...advice }: Advice, byType: ReadonlyMap<number, OnSale>): AdviceInFull {
  return {
    ...advice,
    missing: missing.flatMap(({ ticketTypeId, quantity }) => {
      const found = byType.get(ticketTypeId);
      return found ? [{ event: found.event, eventDate: found.date, ticketType: found.type, quantity }] : [];
    }),
  };
}

/** Returns advice for a cart whose sales are all reserved. Locked, expired and paid carts get none. */
export async function adviseOpenCart(
  runtime: Runtime,
  { account }: Caller,
  cart: Cart,
): Promise<readonly AdviceInFull[]> {
  const { db } = runtime;
  const open = cart.sales.filter(({ status }) => status !== "CONFIRMED" && status !== "UNFULFILLED");
  const isOpen = open.length > 0 && open.every(({ status, secondsLeft }) => status === "RESERVED" && secondsLeft > 0);
  if (!isOpen) return [];
  if (cart.codes.length === 0 && !open.some(({ hasDiscounts }) => hasDiscounts)) return [];

  const discounts = await listEnabledDiscounts(db, account.id);
  const lines = await listCartLines(db, account.id, cart.key, 0);
  const typed = await findTypedCodes(db, account.id, cart.key);
  const { currency } = cart.total;
  const { rules } = priceWithCodes(lines, { discounts, typed, currency, now: await readClock(db) });
  return adviseCart(runtime, { accountId: account.id, currency, lines, rules });
}
