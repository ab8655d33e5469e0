import type { Route } from "next";
import { getTranslations } from "next-intl/server";
import { embeddingType, pageMetadata } from "#app/page-metadata.ts";
import { PageTitle } from "#app/page-title.tsx";
import { SHOP_FALLBACKS } from "#app/shop-fallbacks.tsx";
import { staticMetadata, staticPage } from "#app/static-page.tsx";
import { MonthCalendar } from "#components/calendar/month-calendar.tsx";
import { AsOf } from "#components/events/as-of.tsx";
import { EventCards } from "#components/events/event-cards.tsx";
import { buttonClass } from "#components/ui/button.tsx";
import { PageLink } from "#components/ui/page-link.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { groupOfAddress } from "#lib/catalogue/calendar.ts";
import type { GroupInFull } from "#lib/catalogue/find.ts";
import { offerText } from "#lib/catalogue/picker/offer-text.ts";
import { picturesOf } from "#lib/catalogue/pictures/page-pictures.ts";
import { searchPath } from "#lib/catalogue/search-query.ts";
import { contentLanguage } from "#lib/i18n/content-language.ts";
import { monthInFull } from "#lib/i18n/date-text.ts";
import type { Locale } from "#lib/i18n/routing.ts";
import { excerpt } from "#lib/i18n/words.ts";
import { wordsOf } from "#lib/i18n/words-of.ts";
import { dayIn, type Month, monthOf, monthsFrom } from "#lib/ticketing/model/day.ts";
import { currentHue } from "#lib/tickets/art/current-hue.ts";

export const revalidate = 40;
export const dynamic = "error";

type Props = PageProps<"/[locale]/groups/[groupId]">;

/** Pages are rendered on their first request. */
export function generateStaticParams() {
  return [];
}

export const generateMetadata = staticMetadata<Props>(async ({ params }, locale) => {
  const { value: group } = await groupOfAddress((await params).groupId);
  if (group === undefined) return undefined;
  const description = excerpt(group.abstract || group.description, 160);
  const path = `/groups/${group.id}`;
  const types = {
    ...embeddingType(locale, path),
    "application/json": `/${locale}/events.json?group=${group.id}`,
    "text/calendar": `/${locale}/events.ics?group=${group.id}`,
  };
  return pageMetadata(locale, { title: group.name, description, path, types });
});

export default staticPage<Props>(GroupPage, SHOP_FALLBACKS);

async function GroupPage({ params }: Props, locale: Locale) {
  const [t, { value: group, asOf }] = await Promise.all([
    getTranslations("Group"),
    groupOfAddress((await params).groupId),
  ]);
  if (group === undefined) return undefined;
  const now = new Date();
  const [event] = group.events;
  const pictures = await picturesOf(group.events);

  return (
    <div className="relative isolate before:absolute before:inset-x-0 before:top-0 before:-z-10 before:h-96 before:bg-[radial-gradient(55%_50%_at_50%_50%,var(--accent-soft),transparent)]">
      <div className="gutter mx-auto flex max-w-6xl flex-col gap-8 pt-4 pb-8 sm:gap-12 sm:pt-10">
        <header className="flex max-w-prose flex-col gap-4">
          <h1 className="text-4xl">
            <bdi lang={contentLanguage()}>{group.name}</bdi>
          </h1>
          {group.abstract !== "" && (
            <p dir="auto" lang={contentLanguage()} className="text-lg text-ink-muted">
              {group.abstract}
            </p>
          )}
          {group.description !== "" && (
            <p dir="auto" lang={contentLanguage()} className="whitespace-pre-line">
              {group.description}
            </p>
          )}
        </header>
        <GroupSavings discounts={group.discounts} locale={locale} title={t("savings")} />
        {asOf !== undefined && event !== undefined && <AsOf at={asOf} venue={event.venue} locale={locale} />}
        {event === undefined ? (
          <Panel className="flex flex-col items-start gap-4 py-8 sm:px-8">
            <h2 className="text-2xl">{t("none")}</h2>
            <p className="text-ink-muted">{t("noneText")}</p>
            <PageLink href={`/${locale}` as Route} className={buttonClass("secondary")}>
              {t("allEvents")}
            </PageLink>
          </Panel>
        ) : (
          <section aria-labelledby="events" className="flex flex-col gap-5">
            <h2 id="events" className="text-2xl">
              {t("events")}
            </h2>
            <EventCards
              events={group.events}
              locale={locale}
              now={now}
              pictures={pictures}
              brandHue={await currentHue()}
            />
            {group.total > group.events.length && (
              <PageLink
                href={`/${locale}${searchPath({ group: group.id })}` as Route}
                className={buttonClass("secondary", "self-start")}
              >
                {t(group.isMore ? "moreThan" : "more", { count: group.total })}
              </PageLink>
            )}
          </section>
        )}
        <GroupCalendar group={group} locale={locale} now={now} title={t("dates")} />
      </div>
      <PageTitle>{group.name}</PageTitle>
    </div>
  );
}

type GroupSavingsProps = {
  readonly discounts: GroupInFull["discounts"];
  readonly locale: string;
  readonly title: string;
};

/** Discounts for choosing several events. */
function GroupSavings({ discounts, locale, title }: GroupSavingsProps) {
  if (discounts.length === 0) return null;
  const words = wordsOf(locale).Event.picker;
  return (
    <Panel className="flex max-w-prose flex-col gap-1">
      <h2 className="text-lg">{title}</h2>
      <ul>
        {discounts.map((discount) => (
          <li key={discount.rule}>{offerText(discount, locale, words)}</li>
        ))}
      </ul>
    </Panel>
  );
}

/** At most this many months are shown. */
const MONTHS_MAX = 6;

type GroupCalendarProps = {
  readonly group: GroupInFull;
  readonly locale: string;
  readonly now: Date;
  readonly title: string;
};

/** All months with dates that are not over; if all are, their months. */
async function GroupCalendar({ group, locale, now, title }: GroupCalendarProps) {
  const t = await getTranslations("Calendar");
  const ahead = group.dates.filter(({ isOver }) => !isOver);
  const shown = ahead.length > 0 ? ahead : group.dates;
  const [first] = shown;
  // The cards above have the only day of each event.
  const events = new Set(shown.map(({ event }) => event.id));
  if (first === undefined) return null;
  if (shown.length === events.size && shown.every(({ day, lastDay }) => day === lastDay)) return null;
  const today = dayIn(now, first.venue.timeZone);
  const all = shown.flatMap(({ day, lastDay }) => monthsFrom(monthOf(day), monthOf(lastDay)));
  const isAhead = (month: Month) => month >= monthOf(today);
  const months = [...new Set(all.some(isAhead) ? all.filter(isAhead) : all)].toSorted().slice(0, MONTHS_MAX);
  return (
    <section aria-labelledby="calendar" className="flex flex-col gap-6">
      <div className="flex flex-col gap-1">
        <h2 id="calendar" className="text-2xl">
          {title}
        </h2>
        <p className="text-sm text-ink-muted">{t("localTimes")}</p>
      </div>
      {months.map((month) => (
        <div key={month} className="flex flex-col gap-3">
          <h3 className="text-xl">{monthInFull(month, locale)}</h3>
          <MonthCalendar month={month} locale={locale} today={today} groupId={group.id} dates={group.dates} />
        </div>
      ))}
    </section>
  );
}
