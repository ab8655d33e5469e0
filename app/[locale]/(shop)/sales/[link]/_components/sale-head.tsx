import { getLocale, getMessages, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { ArtStrip } from "#app/[locale]/(shop)/sales/[link]/_components/art-strip.tsx";
import { OwnTime } from "#components/calendar/own-time.tsx";
import { Chip } from "#components/ui/chip.tsx";
import { classNames } from "#components/ui/class-names.ts";
import { spanInFull } from "#lib/catalogue/dates/span-text.ts";
import { agesText, doorsText } from "#lib/catalogue/facts-text.ts";
import { contentLanguage } from "#lib/i18n/content-language.ts";
import { dateLanguage, momentText, placeOf } from "#lib/i18n/date-text.ts";
import { addressText } from "#lib/i18n/words.ts";
import { wordsOf } from "#lib/i18n/words-of.ts";
import { datesOf, type TicketedSale } from "#lib/orders/tickets.ts";
import type { Venue } from "#lib/ticketing/model/event.ts";

/** Event, dates and venue of a sale, above its tickets. */
export async function SaleHead({ sale, reference, event, venue, tickets }: TicketedSale) {
  const { Facts } = await getMessages();
  const ageLimit = event?.ageLimit ?? sale.ageLimit;
  const [t, common, locale] = await Promise.all([getTranslations("Sale"), getTranslations("Common"), getLocale()]);
  const address = venue && addressText([venue.name, venue.address]);
  return (
    <header className="print:hidden">
      <div className="relative isolate flex min-h-28 items-end lg:min-h-33">
        <ArtStrip
          eventId={sale.eventId}
          id={`order-${reference}`}
          className="absolute inset-0 -z-10 block size-full object-cover"
        />
        <div className="absolute inset-0 -z-10 strip-shade" />
        <h3 className="px-5 pt-10 pb-4 text-2xl text-white lg:px-6 lg:text-3xl">
          <bdi lang={contentLanguage()}>{sale.eventName}</bdi>
        </h3>
      </div>
      <dl className="flex flex-col gap-2 px-5 py-4 lg:px-6">
        <div className="flex flex-col gap-1">
          <dt className="sr-only">{t("when")}</dt>
          {datesOf(tickets).map(({ id, startsAt, endsAt, doors, timeZone, isCancelled, movedFrom }) => (
            <dd key={id}>
              <time
                dateTime={startsAt}
                className={classNames("figures font-semibold", isCancelled && "line-through decoration-1")}
              >
                {spanInFull({ startsAt, endsAt }, locale, timeZone, "long")}
              </time>{" "}
              <span className="block text-sm text-ink-muted">
                {doors !== undefined && <span>{`${doorsText({ at: doors }, locale, timeZone, Facts)} `}</span>}
                <span className="whitespace-nowrap">
                  {t("placeTime", { place: placeOf({ city: venue?.city ?? "", timeZone }) })}
                </span>
              </span>
              {isCancelled && (
                <span className="mt-2 block">
                  <Chip tone="warn">{common("cancelled")}</Chip>
                </span>
              )}
              {movedFrom !== undefined && (
                <span className="block text-sm text-ink-muted">
                  {t("moved", { when: momentText(movedFrom.startsAt, locale, timeZone, "long") })}
                </span>
              )}
              <OwnTime
                at={startsAt}
                language={dateLanguage(locale)}
                timeZone={timeZone}
                words={wordsOf(locale).Sale.ownTime}
              />
            </dd>
          ))}
        </div>
        {venue && (
          <div>
            <dt className="sr-only">{t("where")}</dt>
            <dd>
              <bdi>{address}</bdi> <MapLink venue={venue}>{Facts.map}</MapLink>
            </dd>
          </div>
        )}
        {ageLimit !== undefined && (
          <div>
            <dt className="sr-only">{Facts.agesLabel}</dt>
            <dd className="text-sm text-ink-muted">{agesText(ageLimit, Facts)}</dd>
          </div>
        )}
      </dl>
    </header>
  );
}

export type PlaceOnMap = Pick<Venue, "name" | "address" | "city" | "mapUrl">;

type MapLinkProps = { readonly venue: PlaceOnMap; readonly children: ReactNode };

/** The venue on a map, the promoter's or one that a phone opens in its map application. */
export function MapLink({ venue, children }: MapLinkProps) {
  const query = `${venue.name}, ${venue.address || venue.city}`;
  return (
    <a
      href={venue.mapUrl ?? `https://www.google.com/maps/search/?${new URLSearchParams({ api: "1", query })}`}
      target="_blank"
      rel="noreferrer"
      className="online-only py-1 font-text text-base font-normal whitespace-nowrap text-accent-text underline underline-offset-4 print:hidden"
    >
      {children}
    </a>
  );
}
