import { CalendarPlus, CircleCheck, Download, MapPin } from "lucide-react";
import { getLocale, getTranslations } from "next-intl/server";
import type { TicketedSale } from "#app/[locale]/sales/[link]/tickets.ts";
import { dateLanguage, momentText, placeOf } from "#components/date-text.ts";
import { OwnTime } from "#components/own-time.tsx";
import { buttonClass } from "#components/ui/button.tsx";
import { wordsOf } from "#i18n/words.ts";

type SaleHeadProps = TicketedSale & {
  readonly link: string;
  /** Whether the page has a heading of its own above several of these. */
  readonly several: boolean;
  /** The files hold the tickets of all of them, so they are offered once. */
  readonly first: boolean;
};

/** That they are going, to what, when and where; and the files to take along. */
export async function SaleHead({ sale, reference, venue, tickets, link, several, first }: SaleHeadProps) {
  const [t, locale] = await Promise.all([getTranslations("Sale"), getLocale()]);
  const Heading = several ? "h2" : "h1";
  const files = `/${locale}/sales/${encodeURIComponent(link)}`;

  return (
    <header className="flex flex-col items-start gap-5 print:hidden">
      <p className="figures inline-flex items-center gap-2 rounded-full bg-ok-soft px-3 py-1.5 text-sm font-semibold text-ok">
        <CircleCheck aria-hidden="true" className="size-4" />
        {t("paid")} · {t("order", { reference })}
      </p>
      <Heading className={several ? "text-3xl" : "text-4xl"}>
        {!several && <span className="block text-accent-text">{t("going")}</span>}
        <span className={several ? "" : "mt-2 block text-3xl"}>
          <bdi>{sale.eventName}</bdi>
        </span>
      </Heading>
      <dl className="flex flex-col gap-3">
        <div>
          <dt className="text-sm text-ink-muted">{t("when")}</dt>
          {datesOf(tickets).map(({ id, startsAt, timeZone }) => (
            <dd key={id}>
              <time dateTime={startsAt} className="figures font-semibold">
                {momentText(startsAt, locale, timeZone, "long")}
              </time>{" "}
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
                <MapPin aria-hidden="true" className="size-4" />
                {t("map")}
              </a>
            </dd>
          </div>
        )}
      </dl>
      {first && (
        <>
          <div className="flex flex-wrap gap-3 self-stretch sm:self-start">
            <a href={`${files}/calendar`} className={buttonClass("primary", "grow")}>
              <CalendarPlus aria-hidden="true" className="size-5" />
              {t("calendar")}
            </a>
            <a href={`${files}/pdf`} className={buttonClass("secondary", "grow")}>
              <Download aria-hidden="true" className="size-5" />
              {t("pdf")}
            </a>
          </div>
          <p className="text-sm text-ink-muted text-pretty">{t("keep")}</p>
        </>
      )}
    </header>
  );
}

/** Each date once, the earliest first. */
function datesOf(tickets: TicketedSale["tickets"]) {
  const dates = new Map(tickets.flatMap(({ eventDate }) => (eventDate ? [[eventDate.id, eventDate] as const] : [])));
  return [...dates.values()].sort((a, b) => Date.parse(a.startsAt) - Date.parse(b.startsAt));
}

/** An address that a phone opens in its own map application. */
function mapOf(place: string): string {
  return `https://www.google.com/maps/search/?${new URLSearchParams({ api: "1", query: place })}`;
}
