import { getTranslations } from "next-intl/server";
import { type AtWork, atWork } from "#app/[locale]/promoter/as-promoter.ts";
import { kitQueryIn, posterAddress } from "#app/[locale]/promoter/embed-kit/[eventId]/kit-query.ts";
import { ownEvent } from "#app/[locale]/promoter/embed-kit/[eventId]/own-event.ts";
import { runText, spanInFull } from "#lib/catalogue/dates/span-text.ts";
import { pictureForDocument } from "#lib/catalogue/pictures/page-pictures.ts";
import { currentBrand } from "#lib/catalogue/seller.ts";
import { env } from "#lib/env.ts";
import { placeOf } from "#lib/i18n/date-text.ts";
import { directionOf } from "#lib/i18n/languages.ts";
import { localeFrom, routing } from "#lib/i18n/routing.ts";
import { addressText } from "#lib/i18n/words.ts";
import { actionAtWork } from "#lib/promoter/pages-at-work.ts";
import { isAllowed } from "#lib/promoter/rights.ts";
import { currentPromoter } from "#lib/promoter/sign-in/session.ts";
import { CredentialRefused } from "#lib/ticketing/client/fault.ts";
import { dayIn } from "#lib/ticketing/model/day.ts";
import type { EventSummary } from "#lib/ticketing/model/event.ts";
import { lastDayOf, type Span } from "#lib/ticketing/model/span.ts";
import { currentHue } from "#lib/tickets/art/current-hue.ts";
import { posterArt } from "#lib/tickets/art/poster-art.ts";
import { posterPdf } from "#lib/tickets/poster/poster-pdf.ts";
import { ART_PIXELS, posterPng, posterSvg, type Sheet } from "#lib/tickets/poster/poster-svg.ts";

/** Returns the poster of an event, in the language of the page that its QR code opens. */
export async function GET(
  request: Request,
  { params }: RouteContext<"/[locale]/promoter/embed-kit/[eventId]/poster">,
): Promise<Response> {
  const { locale, eventId } = await params;
  const signedIn = await currentPromoter();
  if (signedIn === undefined) return new Response(null, { status: 404 });
  const at = atWork(signedIn, localeFrom(locale));
  if (!isAllowed(["MANAGE"], at.promoter.capabilities)) return new Response(null, { status: 403 });
  return actionAtWork(() => poster(at, eventId, Object.fromEntries(new URL(request.url).searchParams)));
}

async function poster(at: AtWork, eventId: string, query: Readonly<Record<string, string>>): Promise<Response> {
  const own = await ownEvent(at, eventId).catch(undefinedIfRefused);
  if (own === undefined) return new Response(null, { status: 404 });
  const { link, language } = kitQueryIn(query, routing.locales, at.locale);
  const origin = env().FOYER_ORIGIN;
  const named = own.offering?.groups.find((group) => group.eventDateId === link.eventDateId);
  const sheet = await sheetOf(own.event, {
    language,
    named,
    address: posterAddress(origin, language, own.event.id, link),
    short: `${new URL(origin).host}/${language}/${own.event.id}`,
  });
  switch (query.format) {
    case "png":
      return file(await posterPng(sheet), "image/png", `poster-${eventId}.png`);
    case "svg":
      return file(await posterSvg(sheet), "image/svg+xml", `poster-${eventId}.svg`);
    case "a5":
      return file(await posterPdf(sheet, { paper: "A5" }), "application/pdf", `poster-${eventId}-a5.pdf`);
    default:
      return file(await posterPdf(sheet, { paper: "A4" }), "application/pdf", `poster-${eventId}-a4.pdf`);
  }
}

type PosterRequest = {
  readonly language: string;
  readonly named: Span | undefined;
  readonly address: string;
  readonly short: string;
};

async function sheetOf(event: EventSummary, { language, named, address, short }: PosterRequest): Promise<Sheet> {
  const locale = localeFrom(language);
  const [t, common] = await Promise.all([
    getTranslations({ locale, namespace: "Kit" }),
    getTranslations({ locale, namespace: "Common" }),
  ]);
  const { venue } = event;
  const localTime = common("placeTime", { place: placeOf(venue) });
  return {
    brand: (await currentBrand()).name,
    title: event.name,
    when: whenOf(event, named, language, localTime),
    where: streetsWhole(addressText([venue.name, venue.address || venue.city])),
    call: t("posterCall"),
    short,
    address,
    direction: directionOf(locale),
    art: posterArt(`event-${event.id}`, await currentHue()),
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

/** A password that was changed since the promoter signed in. */
function undefinedIfRefused(fault: unknown): undefined {
  if (!(fault instanceof CredentialRefused)) throw fault;
}

function file(body: BodyInit, type: string, name: string): Response {
  return new Response(body, {
    headers: { "Content-Type": type, "Content-Disposition": `attachment; filename="${name}"` },
  });
}
