import type { EventSummary } from "#lib/ticketing/model/event.ts";
import { formatMoney, toDecimal } from "#lib/ticketing/model/money.ts";
import { type Picture, picturePath } from "#lib/ticketing/model/picture.ts";

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
  pictures: ReadonlyMap<number, Picture>,
): Feed {
  const home = `${origin}/${locale}`;
  const entries = events.map((event) => {
    const picture = pictures.get(event.id);
    const image = picture && `${origin}${picturePath(picture.hash, 1080, "webp")}`;
    return entryOf({ ...event, image }, home, locale);
  });
  return { title, home, language: locale, total, events: entries };
}

function entryOf(event: EventSummary & { readonly image: string | undefined }, home: string, locale: string) {
  const { id, name, description, firstDate, lastDate, saleStatus, venue, tags, groups, from, image } = event;
  return {
    id,
    name,
    url: `${home}/events/${id}`,
    description,
    ...(image !== undefined && { image }),
    ...(firstDate !== undefined && { firstDate }),
    ...(lastDate !== undefined && { lastDate }),
    saleStatus,
    ...(from !== undefined && {
      from: { amount: toDecimal(from), currency: from.currency, text: formatMoney(from, locale) },
    }),
    venue: { name: venue.name, address: venue.address, city: venue.city, timeZone: venue.timeZone },
    tags,
    groups: groups.map((group) => ({ name: group.name, url: `${home}/groups/${group.id}` })),
  };
}
