import { nameOfScope } from "#app/[locale]/(shop)/feed-name.ts";
import { catalogueProgramme } from "#lib/catalogue/events.ts";
import { picturesOf } from "#lib/catalogue/pictures/page-pictures.ts";
import type { FeedScope } from "#lib/catalogue/season/feed-scope.ts";
import { env, isBuilding } from "#lib/env.ts";
import type { EventSummary } from "#lib/ticketing/model/event.ts";
import { formatMoney, type Money, toDecimal } from "#lib/ticketing/model/money.ts";
import { type Picture, picturePath } from "#lib/ticketing/model/picture.ts";

const NO_EVENTS = { events: [], total: 0 };

/** Returns the list for programs on any site, with the same prices as the page. */
export async function eventsJson(locale: string, scope: FeedScope = {}): Promise<Response> {
  if (isBuilding()) return new Response(null, { status: 503 });
  const name = await nameOfScope(scope, locale);
  if (name === undefined) return new Response(null, { status: 404 });
  const { value = NO_EVENTS } = await catalogueProgramme(scope.group, scope.venue);
  const origin = env().FOYER_ORIGIN;
  return Response.json(feedOf(name, { origin, locale }, value, await picturesOf(value.events)), {
    headers: { "Access-Control-Allow-Origin": "*" },
  });
}

type Feed = {
  readonly title: string;
  readonly home: string;
  readonly language: string;
  /** The number of events. The feed may be shorter, and then has the next ones. */
  readonly total: number;
  readonly events: readonly ReturnType<typeof entryOf>[];
};

/** Returns the list as data, with the same events and prices as the page. */
function feedOf(
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
  const {
    id,
    name,
    description,
    firstDate,
    firstDateEnd,
    lastDate,
    lastDateEnd,
    saleStatus,
    venue,
    tags,
    groups,
    from,
    presale,
    image,
  } = event;
  return {
    id,
    name,
    url: `${home}/events/${id}`,
    description,
    ...(image !== undefined && { image }),
    ...(firstDate !== undefined && { firstDate }),
    ...(firstDateEnd !== undefined && { firstDateEnd }),
    ...(lastDate !== undefined && { lastDate }),
    ...(lastDateEnd !== undefined && { lastDateEnd }),
    saleStatus,
    ...(from !== undefined && { from: priceEntry(from, locale) }),
    ...(presale !== undefined && { presale: priceEntry(presale, locale) }),
    venue: { name: venue.name, address: venue.address, city: venue.city, timeZone: venue.timeZone },
    tags,
    groups: groups.map((group) => ({ name: group.name, url: `${home}/groups/${group.id}` })),
  };
}

function priceEntry(price: Money, locale: string) {
  return { amount: toDecimal(price), currency: price.currency, text: formatMoney(price, locale) };
}
