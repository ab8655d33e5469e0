import "server-only";

import { getTranslations } from "next-intl/server";
import { runText, spanText } from "#lib/catalogue/dates/span-text.ts";
import { priceFrom, statusText } from "#lib/catalogue/price-text.ts";
import { currentBrand } from "#lib/catalogue/seller.ts";
import { placeOf } from "#lib/i18n/date-text.ts";
import { directionOf } from "#lib/i18n/languages.ts";
import { addressText } from "#lib/i18n/words.ts";
import { dayIn } from "#lib/ticketing/model/day.ts";
import type { EventSummary } from "#lib/ticketing/model/event.ts";
import { lastDayOf } from "#lib/ticketing/model/span.ts";
import { accentTokens, hueOf } from "#lib/tickets/art/accent.ts";
import { posterArt } from "#lib/tickets/art/poster-art.ts";
import type { ShareCard } from "./share-card-svg.ts";

/** Returns the card of one Event: name, time at the venue, place, and lowest price. */
export async function eventShareCard(event: EventSummary, locale: string, now: Date): Promise<ShareCard> {
  const t = await getTranslations({ locale, namespace: "Common" });
  const { venue, from } = event;
  const when = whenOf(event, locale, now);
  const placeTime = t("placeTime", { place: placeOf(venue) });
  return {
    ...(await cardOfTheBrand(locale, `event-${event.id}`)),
    title: event.name,
    facts: [when && `${when} ${placeTime}`, addressText([venue.name, venue.city])].filter(isPresent),
    state: statusText(event, locale) ?? (from ? priceFrom(from, locale) : ""),
  };
}

/** Returns the card of several events: their common name, their range of dates, and the lowest price. */
export async function programmeShareCard(
  { key, title, facts }: { readonly key: string; readonly title: string; readonly facts: readonly string[] },
  events: readonly EventSummary[],
  locale: string,
): Promise<ShareCard> {
  const prices = events.flatMap(({ from, saleStatus }) => (saleStatus === "ON_SALE" && from ? [from] : []));
  const [first] = prices;
  const same = prices.filter(({ currency }) => currency === first?.currency);
  const lowest = same.length === prices.length ? same.toSorted((a, b) => a.minor - b.minor)[0] : undefined;
  return { ...(await cardOfTheBrand(locale, key)), title, facts, state: lowest ? priceFrom(lowest, locale) : "" };
}

/** Returns the card of an event group: its range of dates, and its cities. */
export async function groupShareCard(
  { id, name, events }: { readonly id: number; readonly name: string; readonly events: readonly EventSummary[] },
  locale: string,
  now: Date,
): Promise<ShareCard> {
  const days = events.flatMap(({ firstDate = "", lastDate = firstDate, lastDateEnd, venue: { timeZone } }) =>
    firstDate === ""
      ? []
      : [dayIn(new Date(firstDate), timeZone), lastDayOf({ startsAt: lastDate, endsAt: lastDateEnd }, timeZone)],
  );
  const [first, last] = [days.toSorted()[0], days.toSorted().at(-1)];
  const when = first && last && runText(first, last, locale, now);
  const cities = [...new Set(events.map(({ venue }) => venue.city))].filter(Boolean).slice(0, 3);
  const facts = [when, cities.join(" · ")].filter(isPresent);
  return programmeShareCard({ key: `group-${id}`, title: name, facts }, events, locale);
}

async function cardOfTheBrand(locale: string, key: string) {
  const { name, colour } = await currentBrand();
  return {
    brand: name,
    art: posterArt(key, hueOf(colour)),
    accent: accentTokens(colour).light,
    direction: directionOf(locale),
  };
}

function whenOf(event: EventSummary, locale: string, now: Date): string | undefined {
  const { firstDate, lastDate = firstDate, firstDateEnd, lastDateEnd = firstDateEnd, venue } = event;
  const at = firstDate ?? lastDate;
  if (at === undefined || lastDate === undefined) return undefined;
  const zone = venue.timeZone;
  const lastDay = lastDayOf({ startsAt: lastDate, endsAt: lastDateEnd }, zone);
  const day = dayIn(new Date(at), zone);
  if (lastDay <= day || lastDate === at) return spanText({ startsAt: at, endsAt: firstDateEnd }, locale, zone, now);
  return runText(day, lastDay, locale, now);
}

function isPresent(fact: string | undefined): fact is string {
  return fact !== undefined && fact !== "";
}
