import "server-only";

import { type Listed, mergeLines, type OrderLine } from "#lib/cart/order-lines.ts";
import { type Summary, summaryOf } from "#lib/cart/summary.ts";
import { typeOnSale } from "#lib/cart/todays-prices.ts";
import { isOverDays, spanDays, spanTimes } from "#lib/catalogue/dates/span-text.ts";
import { catalogueEvent, catalogueOffering } from "#lib/catalogue/events.ts";
import { placeOf } from "#lib/i18n/date-text.ts";
import { addressText, dayAndTime } from "#lib/i18n/words.ts";
import { distinctSection } from "#lib/ticketing/model/admission.ts";
import type { Cart, CartSale } from "#lib/ticketing/model/cart.ts";
import { inOwnZone, type RefundPolicy } from "#lib/ticketing/model/event.ts";
import { addMoney, type Money } from "#lib/ticketing/model/money.ts";
import {
  allInPrice,
  merchandiseIds,
  type Offering,
  type OfferingGroup,
  ticketTypesOf,
} from "#lib/ticketing/model/offering.ts";
import { type Loss, type ReservedLine, ticketCount } from "#lib/ticketing/model/reservation.ts";
import type { Span } from "#lib/ticketing/model/span.ts";

/** A Cart for display, by event and by date. Its sums are the service's. */
export type CartView = {
  readonly events: readonly CartEvent[];
  readonly count: number;
  readonly summary: Summary;
  /** The time zone of the first event: the clock shows it until the reader's own zone is known. */
  readonly timeZone: string;
  readonly place: string;
  readonly conditions: readonly string[];
};

export type CartEvent = {
  readonly eventId: number;
  readonly eventName: string;
  /** The name of the group that the event is in: a festival, a series. */
  readonly group?: string;
  readonly place?: string;
  /** `null`: Buyers cannot return its tickets by themselves. Absent: the service does not say. */
  readonly refundPolicy?: RefundPolicy | null;
  readonly dates: readonly CartDate[];
  /** What the rest of the cart loses without this event. */
  readonly without?: Loss;
};

type CartDate = {
  readonly eventDateId: number;
  readonly when?: string;
  readonly startsAt?: string;
  readonly timeZone?: string;
  /** The date is cancelled: its tickets cannot be paid. */
  readonly isCancelled?: boolean;
  /** When it was, where it has moved since the tickets were reserved. */
  readonly before?: string;
  readonly lines: readonly CartLine[];
};

export type CartLine = Listed<LineOfType> & {
  readonly limits: QuantityLimits;
  /** Another line of its ticket type has another price. */
  readonly isOneOfTwo: boolean;
  /** What one more costs today, where that is not the price of the line. */
  readonly today?: Money;
};

type LineOfType = OrderLine & Required<Pick<OrderLine, "ticketTypeId" | "savings">> & Pick<ReservedLine, "fewer">;

type QuantityLimits = {
  /** One ticket fewer than these removes the line. */
  readonly least: number;
  /** Absent where only the service knows. */
  readonly most?: number;
  /** How many the catalogue has beside these, where it says so. It may be a few seconds old. */
  readonly left?: number;
};

export async function viewCart(cart: Cart, locale: string, now: Date): Promise<CartView> {
  const sales = [...Map.groupBy(cart.sales, ({ eventId }) => eventId).values()];
  const unordered = await Promise.all(sales.map((ofEvent) => viewEvent(ofEvent, locale, now)));
  // By date: the service lists a changed reservation last, and its event must not move away from the pointer.
  const viewed = unordered.toSorted(
    (a, b) => firstStart(a.event) - firstStart(b.event) || a.event.eventId - b.event.eventId,
  );
  return {
    events: viewed.map(({ event }) => event),
    count: ticketCount(cart.sales.flatMap(({ lines }) => lines)),
    summary: summaryOf(cart),
    timeZone: viewed[0]?.timeZone ?? "UTC",
    place: viewed[0]?.place ?? "UTC",
    conditions: [...new Set(viewed.flatMap(({ termsUrl }) => termsUrl ?? []))],
  };
}

function firstStart({ dates }: CartEvent): number {
  return Math.min(...dates.map(({ startsAt }) => (startsAt === undefined ? 0 : Date.parse(startsAt))));
}

async function viewEvent(sales: readonly CartSale[], locale: string, now: Date) {
  const [{ eventId, eventName } = { eventId: 0, eventName: "" }] = sales;
  const lines = sales.flatMap((sale) => sale.lines);
  const [{ value: event }, { value: offering, asOf }] = await Promise.all([
    catalogueEvent(eventId),
    catalogueOffering(eventId),
  ]);
  // An event that the catalogue no longer shows is still reserved: its sales have venue and dates.
  const venue = event?.venue ?? sales.find((sale) => sale.venue)?.venue;
  const reservedDates = sales.flatMap((sale) => sale.eventDates ?? []);
  const changedDates = sales.flatMap((sale) => sale.changedDates ?? []);
  const dates = [...Map.groupBy(lines, ({ eventDateId }) => eventDateId)].map(([eventDateId, lines]): CartDate => {
    const offered = offering?.groups.find((group) => group.eventDateId === eventDateId);
    // The reservation's own date first: the catalogue's copy may be from before the date moved.
    const span = reservedDates.find(({ id }) => id === eventDateId) ?? (offered && venue && inOwnZone(offered, venue));
    const changed = changedDates.find((date) => date.eventDateId === eventDateId);
    const before = changed?.movedFrom;
    return {
      eventDateId,
      ...(changed?.isCancelled && { isCancelled: true }),
      ...(before !== undefined && venue && { before: whenText({ startsAt: before }, locale, venue, now) }),
      ...(span !== undefined &&
        venue && {
          when: whenText(span, locale, venue, now),
          startsAt: span.startsAt,
          timeZone: span.timeZone ?? venue.timeZone,
        }),
      // Of two reservations of the same tickets, the newer gives back first: it stands for their line.
      lines: withLimits(mergeLines(lines.toReversed().map((line) => lineOf(line, offering))).toReversed(), offered, {
        ...changed,
        isStockKnown: asOf === undefined,
      }),
    };
  });
  const [group] = event?.groups ?? [];
  const without = sales.find((sale) => sale.without)?.without;
  const refundPolicy = sales.find((sale) => sale.refundPolicy !== undefined)?.refundPolicy ?? event?.refundPolicy;
  const viewed: CartEvent = {
    eventId,
    eventName: event?.name ?? eventName,
    ...(group && { group: group.name }),
    ...(venue && { place: addressText([venue.name, venue.city]) }),
    ...(refundPolicy !== undefined && { refundPolicy }),
    ...(without && { without }),
    dates,
  };
  return { event: viewed, timeZone: venue?.timeZone, place: venue && placeOf(venue), termsUrl: event?.termsUrl };
}

/** Returns one line. Its section is from the line itself, or from the offering where the service omits it. */
function lineOf(
  { ticketTypeId, name, quantity, price, fee, total, savings, fewer, ...line }: ReservedLine,
  offering?: Offering,
): LineOfType {
  const isMerchandise = offering !== undefined && merchandiseIds(offering).has(ticketTypeId);
  const offered = offering?.groups.flatMap(ticketTypesOf).find(({ id }) => id === ticketTypeId);
  const section = isMerchandise
    ? undefined
    : distinctSection(name, line.section ?? (offered?.section.name || undefined));
  const each = addMoney(price, fee);
  const label = { ticketTypeId, name, ...(section !== undefined && { section }) };
  return { ...label, quantity, each, total, savings, ...(fewer && { fewer }) };
}

/** Adds the limits per order of each ticket type, and its price of today. A cancelled date can only lose tickets. */
function withLimits(
  lines: readonly Listed<LineOfType>[],
  offered: OfferingGroup | undefined,
  { isCancelled = false, isStockKnown }: { readonly isCancelled?: boolean; readonly isStockKnown: boolean },
): readonly CartLine[] {
  return lines.map((line) => {
    const others = lines.filter((other) => other !== line && other.ticketTypeId === line.ticketTypeId);
    const isOneOfTwo = others.length > 0;
    if (isCancelled) return { ...line, isOneOfTwo, limits: { least: line.quantity, most: line.quantity } };
    const type = typeOnSale(offered && { groups: [offered] }, line.ticketTypeId);
    const price = type && allInPrice(type);
    const isToday = price === undefined || price.minor === line.each.minor;
    // What is added has the price of today: where there is a line at that price, more are added there.
    const isClosed = !isToday && others.some(({ each }) => each.minor === price.minor);
    const most = isClosed ? line.quantity : type?.maximum && type.maximum - ticketCount(others);
    const left = isStockKnown ? type?.available : undefined;
    return {
      ...line,
      isOneOfTwo,
      limits: { least: type?.minimum ?? 1, ...(most !== undefined && { most }), ...(left !== undefined && { left }) },
      ...(!isToday && !isClosed && { today: price }),
    };
  });
}

export function whenText(span: Span, locale: string, { timeZone }: { readonly timeZone: string }, now: Date): string {
  const days = spanDays(span, locale, timeZone, now);
  const times = spanTimes(span, locale, timeZone);
  return isOverDays(span, timeZone) ? days : dayAndTime(days, times, locale);
}
