import { MapPin } from "lucide";
import { getLocale, getTranslations } from "next-intl/server";
import type { TicketedSale } from "#app/[locale]/sales/[link]/tickets.ts";
import { OwnTime } from "#components/calendar/own-time.tsx";
import { Chip } from "#components/ui/chip.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { wordsOf } from "#i18n/words.ts";
import { dateLanguage, momentText, placeOf } from "#lib/text/date-text.ts";

/** Event, dates and venue of a sale. */
export async function SaleHead({ sale, venue, tickets }: TicketedSale) {
  const [t, common, locale] = await Promise.all([getTranslations("Sale"), getTranslations("Common"), getLocale()]);

  return (
    <header className="flex flex-col items-start gap-2 print:hidden">
      <h2 className="text-2xl">
        <bdi>{sale.eventName}</bdi>
      </h2>
      <dl className="flex flex-col gap-2 sm:flex-row sm:flex-wrap sm:gap-x-10">
        <div>
          <dt className="text-sm text-ink-muted">{t("when")}</dt>
          {datesOf(tickets).map(({ id, startsAt, timeZone, isCancelled }) => (
            <dd key={id}>
              <time dateTime={startsAt} className="figures font-semibold">
                {momentText(startsAt, locale, timeZone, "long")}
              </time>{" "}
              {isCancelled && <Chip tone="warn">{common("cancelled")}</Chip>}{" "}
              <span className="whitespace-nowrap text-ink-muted">
                {t("placeTime", { place: placeOf({ city: venue?.city ?? "", timeZone }) })}
              </span>{" "}
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
            <dt className="text-sm text-ink-muted">{t("where")}</dt>
            <dd className="font-semibold">
              <bdi>{venue.name}</bdi>
            </dd>
            {venue.address !== "" && (
              <dd>
                <bdi>{venue.address}</bdi>
              </dd>
            )}
            <dd>
              <a
                href={mapOf(`${venue.name}, ${venue.address || venue.city}`)}
                target="_blank"
                rel="noreferrer"
                className="inline-flex min-h-11 items-center gap-1.5 text-accent-text underline underline-offset-4"
              >
                <Icon of={MapPin} className="size-4" />
                {t("map")}
              </a>
            </dd>
          </div>
        )}
      </dl>
    </header>
  );
}

/** Returns each date once, the earliest first. */
function datesOf(tickets: TicketedSale["tickets"]) {
  const dates = new Map(
    tickets.flatMap(({ eventDate, cancelled }) =>
      eventDate ? [[eventDate.id, { ...eventDate, isCancelled: cancelled !== undefined }] as const] : [],
    ),
  );
  return [...dates.values()].sort((a, b) => Date.parse(a.startsAt) - Date.parse(b.startsAt));
}

/** Returns a URL that a phone opens in its map application. */
function mapOf(place: string): string {
  return `https://www.google.com/maps/search/?${new URLSearchParams({ api: "1", query: place })}`;
}
