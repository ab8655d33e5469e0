import type { Route } from "next";
import { EventCard } from "#components/events/event-card.tsx";
import { whenText } from "#components/events/when-text.ts";
import { priceFrom, priceOf, statusText } from "#lib/catalogue/price-text.ts";
import { addressText } from "#lib/i18n/words.ts";
import type { EventSummary } from "#lib/ticketing/model/event.ts";
import type { Picture } from "#lib/ticketing/model/picture.ts";

export type EventCardsProps = {
  readonly events: readonly EventSummary[];
  readonly locale: string;
  readonly now: Date;
  readonly brandHue: number;
  /** The accounts' own pictures, by the id of the event. */
  readonly pictures: ReadonlyMap<number, Picture>;
  /** Shows the first event large. */
  readonly hasLead?: boolean;
};

/** The number of cards on the first screen of a phone. */
const ON_FIRST_SCREEN = 4;

/** Events as cards, in the order given. */
export function EventCards(props: EventCardsProps) {
  const { events, locale, now, brandHue, pictures, hasLead = false } = props;
  const cards = events.map((event) => ({
    event,
    card: {
      eventId: event.id,
      href: `/${locale}/events/${event.id}` as Route,
      title: event.name,
      when: whenText(event, locale, now),
      where: addressText([event.venue.name, event.venue.city]),
      price: priceTextOf(event),
      state: statusText(event, locale),
      tags: event.tags.slice(0, 3),
      brandHue,
      picture: pictures.get(event.id),
    },
  }));

  function priceTextOf(event: EventSummary) {
    const price = priceOf(event);
    return price && priceFrom(price, locale);
  }

  return (
    <ul className="grid gap-x-8 gap-y-6 sm:grid-cols-2 sm:gap-y-12 lg:grid-cols-3">
      {cards.map(({ event, card }, at) => (
        <li key={event.id} className={hasLead && at === 0 ? "pb-2 sm:col-span-full lg:pb-4" : ""}>
          <EventCard lead={hasLead && at === 0} isEager={at < ON_FIRST_SCREEN} {...card} />
        </li>
      ))}
    </ul>
  );
}

/** Sorts events: on sale first, then by date; past and cancelled ones last. */
export function inOrder(events: readonly EventSummary[]): readonly EventSummary[] {
  const rank = { ON_SALE: 0, NOT_ON_SALE: 1, SOLD_OUT: 1, CLOSED: 2, CANCELLED: 2 } as const;
  return events.toSorted(
    (a, b) =>
      rank[a.saleStatus] - rank[b.saleStatus] || Date.parse(a.firstDate ?? "9999") - Date.parse(b.firstDate ?? "9999"),
  );
}
