import type { EventSummary } from "#lib/domain/catalogue/event.ts";
import { formatMoney, toDecimal } from "#lib/domain/money/money.ts";

export type Feed = {
  readonly title: string;
  readonly home: string;
  readonly language: string;
  /** The number of events; the feed may have fewer, the next ones. */
  readonly total: number;
  readonly events: readonly ReturnType<typeof entryOf>[];
};

/** Returns the list as data, with the same events and prices as the page. */
export function feedOf(
  title: string,
  { origin, locale }: { readonly origin: string; readonly locale: string },
  { events, total }: { readonly events: readonly EventSummary[]; readonly total: number },
): Feed {
  const home = `${origin}/${locale}`;
  return { title, home, language: locale, total, events: events.map((event) => entryOf(event, home, locale)) };
}

function entryOf(event: EventSummary, home: string, locale: string) {
  const { id, name, description, firstDate, lastDate, saleStatus, venue, tags, groups, from, heroImageUrl } = event;
  return {
    ...{ id, name, url: `${home}/events/${id}`, description },
    ...(heroImageUrl !== undefined && { image: heroImageUrl }),
    ...(firstDate !== undefined && { firstDate }),
    ...(lastDate !== undefined && { lastDate }),
    saleStatus,
    ...(from !== undefined && {
      from: { amount: toDecimal(from), currency: from.currency, text: formatMoney(from, locale) },
    }),
    venue: { name: venue.name, address: venue.address, city: venue.city, timeZone: venue.timeZone },
    ...{ tags, groups: groups.map((group) => ({ name: group.name, url: `${home}/groups/${group.id}` })) },
  };
}
