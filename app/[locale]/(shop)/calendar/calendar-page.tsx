import { ArrowLeft, ArrowRight, List, SlidersHorizontal } from "lucide";
import type { Metadata, Route } from "next";
import { getTranslations } from "next-intl/server";
import { pageMetadata } from "#app/page-metadata.ts";
import { PageTitle } from "#app/page-title.tsx";
import { MonthCalendar } from "#components/calendar/month-calendar.tsx";
import { AsOf } from "#components/events/as-of.tsx";
import { NotAllShown } from "#components/events/not-all-shown.tsx";
import { buttonClass } from "#components/ui/button.tsx";
import { chipLinkClass } from "#components/ui/chip-link.ts";
import { Icon } from "#components/ui/icon.tsx";
import { PageLink } from "#components/ui/page-link.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { catalogueFacets, catalogueMonth } from "#lib/catalogue/calendar.ts";
import { isInCalendarRange, searchPath } from "#lib/catalogue/search-query.ts";
import { seasonLacks } from "#lib/catalogue/season/season.ts";
import { monthInFull, monthInShort } from "#lib/i18n/date-text.ts";
import { shopTimeZone } from "#lib/ticketing/model/calendar.ts";
import { addMonths, type Day, dayIn, daysOf, type Month, monthOf } from "#lib/ticketing/model/day.ts";

/** Returns the present day and month in the shop's time zone, and the months with dates from now on that have a page. */
export async function thisMonth() {
  const { value: facets } = await catalogueFacets();
  const today = dayIn(new Date(), facets === undefined ? "UTC" : shopTimeZone(facets));
  const month = monthOf(today);
  const months = (facets?.months ?? []).filter((one) => isInCalendarRange(one, month));
  return { today, month, months };
}

/** Returns the first month with dates; the present one where there is none. */
export async function firstMonth(): Promise<Month> {
  const { month, months } = await thisMonth();
  return months.find((one) => one >= month) ?? month;
}

export async function calendarMetadata(locale: string, month: Month): Promise<Metadata> {
  const t = await getTranslations({ locale, namespace: "Calendar" });
  const named = { month: monthInFull(month, locale) };
  return pageMetadata(locale, {
    title: t("titleOf", named),
    description: t("description", named),
    path: `/calendar/${month}`,
  });
}

type CalendarPageProps = { readonly locale: string; readonly month: Month };

/** One month of all events. */
export async function CalendarPage({ locale, month }: CalendarPageProps) {
  const [t, list, search, { value: dates, asOf }, now] = await Promise.all([
    getTranslations("Calendar"),
    getTranslations("List"),
    getTranslations("Search"),
    catalogueMonth(month),
    thisMonth(),
  ]);
  const named = { month: monthInFull(month, locale) };
  const { previous, next } = monthsAround(month, now);
  const nearest = next ?? previous;
  const [first] = dates ?? [];
  return (
    <div className="gutter mx-auto flex max-w-6xl flex-col gap-3 pt-1 pb-8 sm:pt-8">
      {/* Stays in sight above a phone's long list of days. */}
      <div className="sticky top-0 z-10 flex flex-wrap items-center justify-between gap-2 bg-canvas py-2">
        {/* Beside the links a narrow page would break it inside the year. */}
        <h1 className="text-2xl wrap-normal first-letter:uppercase">{named.month}</h1>
        <div className="flex gap-2">
          {previous !== undefined && <MonthLink locale={locale} to={previous} label="previous" />}
          {next !== undefined && <MonthLink locale={locale} to={next} label="next" />}
        </div>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-sm text-ink-muted">{first !== undefined && t("localTimes")}</p>
        <div className="flex gap-2">
          <PageLink href={`/${locale}` as Route} className={chipLinkClass()}>
            <Icon of={List} size={17} />
            {t("list")}
          </PageLink>
          <PageLink href={`/${locale}${inSearch(month, now.today)}` as Route} className={chipLinkClass()}>
            <Icon of={SlidersHorizontal} size={17} />
            {search("filters")}
          </PageLink>
        </div>
      </div>
      {asOf !== undefined && first !== undefined && <AsOf at={asOf} venue={first.venue} locale={locale} />}
      {dates === undefined && (
        <Panel tone="warn">
          <h2 className="text-xl">{list("unavailable")}</h2>
          <p className="mt-1 text-ink-muted">{list("unavailableText")}</p>
        </Panel>
      )}
      {dates?.length === 0 && (
        <Panel className="flex flex-col items-start gap-4 py-8 sm:px-8">
          <h2 className="text-2xl">{t("nothing", named)}</h2>
          <p className="text-ink-muted">{t("nothingText")}</p>
          {nearest !== undefined && (
            <PageLink href={`/${locale}/calendar/${nearest}` as Route} className={buttonClass("secondary")}>
              {t("nextWithDates", { month: monthInFull(nearest, locale) })}
            </PageLink>
          )}
        </Panel>
      )}
      {first !== undefined && dates !== undefined && (
        <section aria-labelledby="month">
          <h2 id="month" className="sr-only">
            {t("titleOf", named)}
          </h2>
          <MonthCalendar month={month} dates={dates} locale={locale} today={now.today} />
        </section>
      )}
      <NotAllShown isPart={seasonLacks() !== undefined} />
      <PageTitle>{t("titleOf", named)}</PageTitle>
    </div>
  );
}

/**
 * Returns the nearest months with dates before and after a month, so that no link leads to an empty one. Where the service does not
 * say which months have dates, the months beside it.
 */
function monthsAround(month: Month, now: Awaited<ReturnType<typeof thisMonth>>) {
  const months =
    now.months.length > 0
      ? now.months
      : [addMonths(month, -1), addMonths(month, 1)].filter((one) => isInCalendarRange(one, now.month));
  return { previous: months.findLast((one) => one < month), next: months.find((one) => one > month) };
}

/** Returns the search for the days of a month: the calendar itself has no filters. */
function inSearch(month: Month, today: Day): string {
  const days = daysOf(month).filter((day) => day >= today);
  const [from] = days;
  const to = days.at(-1);
  return searchPath(from === undefined || to === undefined ? {} : { from, to });
}

type MonthLinkProps = { readonly locale: string; readonly to: Month; readonly label: "previous" | "next" };

/** The link to another month. Its name has the words that are shown. */
async function MonthLink({ locale, to, label }: MonthLinkProps) {
  const t = await getTranslations("Calendar");
  const Arrow = label === "previous" ? ArrowLeft : ArrowRight;
  const name = monthInShort(to, locale);
  return (
    <PageLink
      href={`/${locale}/calendar/${to}` as Route}
      rel={label === "previous" ? "prev" : "next"}
      aria-label={t(label, { month: name })}
      className={chipLinkClass()}
    >
      {label === "previous" && <Icon of={Arrow} size={17} className="rtl:rotate-180" />}
      <span>{name}</span>
      {label === "next" && <Icon of={Arrow} size={17} className="rtl:rotate-180" />}
    </PageLink>
  );
}
