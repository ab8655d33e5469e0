import { hasLocale } from "next-intl";
import { getTranslations } from "next-intl/server";
import { catalogueProgramme } from "#lib/catalogue/events.ts";
import { picturesOf } from "#lib/catalogue/pictures/page-pictures.ts";
import { currentBrand } from "#lib/catalogue/seller.ts";
import { env, isBuilding } from "#lib/env.ts";
import { routing } from "#lib/i18n/routing.ts";
import { answeredRoute } from "#lib/ticketing/client/fault.ts";
import type { EventSummary } from "#lib/ticketing/model/event.ts";
import { formatMoney, type Money, toDecimal } from "#lib/ticketing/model/money.ts";
import { type Picture, picturePath } from "#lib/ticketing/model/picture.ts";

export const revalidate = 40;
export const dynamic = "force-static";

/** The list for programs on any site, with the same prices as the page. */
export const GET = answeredRoute(async (_request: Request, { params }: RouteContext<"/[locale]/events.json">) => {
  const { locale } = await params;
  if (!hasLocale(routing.locales, locale)) return new Response(null, { status: 404 });
  const t = await getTranslations({ locale, namespace: "Common" });
  const { value } = await catalogueProgramme();
  if (value === undefined) return new Response(null, { status: 503 });
  const origin = isBuilding() ? "" : env().FOYER_ORIGIN;
  const title = t("siteTitle", { brand: (await currentBrand()).name });
  return Response.json(feedOf(title, { origin, locale }, value, await picturesOf(value.events)), {
    headers: { "Access-Control-Allow-Origin": "*" },
  });
});

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
