import "server-only";

import { dayText, placeOf, timeText } from "#components/date-text.ts";
import { dayAndTime } from "#components/words.ts";
import type { Locale } from "#i18n/routing.ts";
import { catalogueEvent } from "#lib/catalogue/events.ts";
import { catalogueOffering } from "#lib/catalogue/offerings.ts";
import type { Cart, CartSale } from "#lib/domain/cart.ts";
import type { Money } from "#lib/domain/money.ts";
import { ticketCount } from "#lib/domain/reservation.ts";

/** A Cart as people read it: event by event and date by date. Its sums are the service's. */
export type CartView = {
  readonly groups: readonly CartGroup[];
  readonly count: number;
  readonly total: Money;
  readonly savings: Cart["savings"];
  /** Where the first of its events takes place: the clock on that wall counts until the reader's own is known. */
  readonly timeZone: string;
  readonly place: string;
  readonly conditions: readonly string[];
};

export type CartGroup = {
  readonly eventId: number;
  readonly eventName: string;
  readonly when?: string;
  readonly place?: string;
  readonly lines: readonly { readonly name: string; readonly quantity: number; readonly total: Money }[];
};

export async function viewCart(cart: Cart, locale: Locale, now: Date): Promise<CartView> {
  const events = await Promise.all(cart.sales.map((sale) => viewSale(sale, locale, now)));
  return {
    groups: events.flatMap(({ groups }) => groups),
    count: ticketCount(cart.sales.flatMap(({ lines }) => lines)),
    total: cart.total,
    savings: cart.savings,
    timeZone: events[0]?.timeZone ?? "UTC",
    place: events[0]?.place ?? "UTC",
    conditions: [...new Set(events.flatMap(({ termsUrl }) => termsUrl ?? []))],
  };
}

async function viewSale({ eventId, eventName, lines }: CartSale, locale: Locale, now: Date) {
  const [{ value: event }, { value: offering }] = await Promise.all([
    catalogueEvent(eventId),
    catalogueOffering(eventId),
  ]);
  const venue = event?.venue;
  const groups = [...Map.groupBy(lines, ({ eventDateId }) => eventDateId)].map(([eventDateId, lines]): CartGroup => {
    const startsAt = offering?.groups.find((group) => group.eventDateId === eventDateId)?.startsAt;
    return {
      eventId,
      eventName: event?.name ?? eventName,
      ...(startsAt !== undefined && venue && { when: whenText(startsAt, locale, venue, now) }),
      ...(venue && { place: [venue.name, venue.city].filter(Boolean).join(", ") }),
      lines: lines.map(({ name, quantity, total }) => ({ name, quantity, total })),
    };
  });
  return { groups, timeZone: venue?.timeZone, place: venue && placeOf(venue), termsUrl: event?.termsUrl };
}

function whenText(startsAt: string, locale: Locale, venue: { readonly timeZone: string }, now: Date): string {
  return dayAndTime(
    dayText(startsAt, locale, venue.timeZone, now),
    timeText(startsAt, locale, venue.timeZone).replaceAll(" ", "\u00a0"),
    locale,
  );
}
