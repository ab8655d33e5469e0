import "server-only";

import { getTranslations } from "next-intl/server";
import type { OwnTarget } from "#app/[locale]/promoter/share/own-target.ts";
import { runText, spanInFull } from "#lib/catalogue/dates/span-text.ts";
import { pictureForDocument } from "#lib/catalogue/pictures/page-pictures.ts";
import { currentBrand } from "#lib/catalogue/seller.ts";
import { placeOf } from "#lib/i18n/date-text.ts";
import { directionOf } from "#lib/i18n/languages.ts";
import { localeFrom } from "#lib/i18n/routing.ts";
import { addressText } from "#lib/i18n/words.ts";
import { dayIn } from "#lib/ticketing/model/day.ts";
import type { EventSummary } from "#lib/ticketing/model/event.ts";
import { lastDayOf, type Span } from "#lib/ticketing/model/span.ts";
import { formatTarget, type Target } from "#lib/ticketing/model/target.ts";
import { currentHue } from "#lib/tickets/art/current-hue.ts";
import { posterArt } from "#lib/tickets/art/poster-art.ts";
import { ART_PIXELS, type Sheet } from "#lib/tickets/poster/poster-svg.ts";

type PosterRequest = {
  readonly language: string;
  /** The date that the link names. */
  readonly named: Span | undefined;
  readonly address: string;
  readonly short: string;
};

/** Returns the poster of what a link opens: of an event with its date, place and picture. */
export async function sheetOf(
  target: Target,
  { name, event }: OwnTarget,
  { language, named, address, short }: PosterRequest,
): Promise<Sheet> {
  const locale = localeFrom(language);
  const [t, common] = await Promise.all([
    getTranslations({ locale, namespace: "Kit" }),
    getTranslations({ locale, namespace: "Common" }),
  ]);
  const sheet = {
    brand: (await currentBrand()).name,
    title: target.kind === "list" ? t("posterList") : name,
    when: "",
    where: "",
    call: t("posterCall"),
    short,
    address,
    direction: directionOf(locale),
    art: posterArt(formatTarget(target).replace(":", "-"), await currentHue()),
  };
  if (event === undefined) return sheet;
  const { venue } = event;
  const localTime = common("placeTime", { place: placeOf(venue) });
  return {
    ...sheet,
    when: whenOf(event, named, language, localTime),
    where: streetsWhole(addressText([venue.name, venue.address || venue.city])),
    picture: await pictureForDocument(event, ART_PIXELS),
  };
}

/** Keeps the number of a house on the line of its street. */
function streetsWhole(address: string): string {
  return address.replace(/(^|, \u2068?)(\d+) (?=\p{L})/gu, "$1$2\u00a0");
}

/** Returns the link's date, or the only one, with its times; for a run its first and last day. */
function whenOf(
  { venue, firstDate, firstDateEnd, lastDate, lastDateEnd }: EventSummary,
  named: Span | undefined,
  language: string,
  localTime: string,
) {
  const { timeZone } = venue;
  const span = named ?? (firstDate === undefined ? undefined : { startsAt: firstDate, endsAt: firstDateEnd });
  if (span === undefined) return "";
  if (named === undefined && lastDate !== undefined && lastDate !== span.startsAt) {
    const last = lastDayOf({ startsAt: lastDate, endsAt: lastDateEnd }, timeZone);
    return runText(dayIn(new Date(span.startsAt), timeZone), last, language, new Date());
  }
  return `${spanInFull(span, language, timeZone, "short")} ${localTime}`;
}
