import type { Route } from "next";
import { useTranslations } from "next-intl";
import { Agenda } from "#components/calendar/agenda.tsx";
import { CalendarEntry, stateOf } from "#components/calendar/calendar-entry.tsx";
import { classNames } from "#components/ui/class-names.ts";
import { PageLink } from "#components/ui/page-link.tsx";
import { type CalendarDay, calendarDays } from "#lib/catalogue/dates/calendar-days.ts";
import { searchPath } from "#lib/catalogue/search-query.ts";
import { dayInFull, monthInFull, weekOf } from "#lib/i18n/date-text.ts";
import type { CalendarDate } from "#lib/ticketing/model/calendar.ts";
import { type Day, daysOf, type Month, weeksOf } from "#lib/ticketing/model/day.ts";

type MonthCalendarProps = {
  readonly month: Month;
  readonly dates: readonly CalendarDate[];
  readonly today: Day;
  readonly locale: string;
  /** The group of this calendar, for the links "3 more". */
  readonly groupId?: number;
};

/** A month as a table of days. On a phone the days are small, and link to the list of dates below. */
export function MonthCalendar({ month, dates, today, locale, groupId }: MonthCalendarProps) {
  const { firstDay, weekdays } = weekOf(locale);
  const withDates = calendarDays(dates, daysOf(month));
  const byDay = new Map(withDates.map((one) => [one.day, one]));
  const moreOn = (day: Day) =>
    `/${locale}${searchPath({ from: day, to: day, ...(groupId !== undefined && { group: groupId }) })}` as Route;
  return (
    <div className="flex flex-col gap-8">
      {/* On narrow phones the days extend into the gutter, so that each is large enough to tap. */}
      <div className="max-[22rem]:-mx-3.5">
        <table className="w-full table-fixed border-separate [border-spacing:0] lg:[border-spacing:0.25rem]">
          <caption className="sr-only">{monthInFull(month, locale)}</caption>
          <thead>
            <tr>
              {weekdays.map(({ short, long }) => (
                <th key={long} scope="col" className="pb-1 text-xs font-semibold text-ink-muted lg:px-3 lg:text-start">
                  <span aria-hidden="true">{short}</span>
                  <span className="sr-only">{long}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weeksOf(month, firstDay).map((week) => (
              <tr key={week.find((day) => day !== undefined)}>
                {week.map((day, at) =>
                  day === undefined ? (
                    <td key={weekdays[at]?.long} />
                  ) : (
                    <DayCell
                      key={day}
                      day={day}
                      locale={locale}
                      moreHref={moreOn(day)}
                      dates={byDay.get(day)}
                      today={today}
                    />
                  ),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Agenda days={withDates} today={today} locale={locale} moreOn={moreOn} className="lg:hidden" />
    </div>
  );
}

/** The number of dates that fit into a day's cell; the link "more" leads to the others, and is as high as one of them. */
const IN_CELL = 3;
/** On a phone a dot stands for each date of a day. */
const DOTS = [1, 2, 3];

type DayCellProps = {
  readonly day: Day;
  /** Absent on a day without dates. */
  readonly dates: CalendarDay | undefined;
  readonly today: Day;
  readonly locale: string;
  readonly moreHref: Route;
};

function DayCell({ day, dates, today, locale, moreHref }: DayCellProps) {
  const t = useTranslations("Calendar");
  const { begun, running, count } = dates ?? { begun: [], running: [], count: 0 };
  // Those that began before come last, so that a long exhibition takes no place of a day's own dates.
  const all = [...begun, ...running];
  const shown = count === IN_CELL + 1 ? all : all.slice(0, IN_CELL);
  // A day on which nothing can be bought looks like one without dates, and its name says why.
  const isClosed = day < today || (all.length === count && all.every((date) => stateOf(date, t, locale) !== undefined));
  const [state, ...others] = new Set(all.map((date) => stateOf(date, t, locale)));
  const inWords = t("day", { day: dayInFull(day, locale), events: t("events", { count }) });
  const number = (
    <time
      dateTime={day}
      {...(day === today && { "aria-current": "date" as const })}
      className={classNames(
        "figures inline-flex size-7 items-center justify-center rounded-full text-sm",
        count > 0 && "font-bold",
        day === today ? "bg-accent text-accent-on" : "lg:justify-start lg:ps-1",
      )}
    >
      {Number(day.slice(8))}
    </time>
  );
  return (
    <td
      className={classNames(
        "rounded-md p-0 text-center align-top lg:border lg:p-1.5 lg:text-start",
        count > 0 ? "lg:h-28 lg:border-line lg:bg-surface" : "text-ink-muted lg:border-transparent",
      )}
    >
      {count === 0 ? (
        <span className="flex min-h-12 items-center justify-center lg:min-h-0 lg:justify-start">{number}</span>
      ) : (
        <>
          <a
            href={`#day-${day}`}
            aria-label={isClosed && state !== undefined && others.length === 0 ? `${inWords}, ${state}` : inWords}
            className="flex min-h-12 rounded-md p-px no-underline lg:hidden"
          >
            <span
              className={classNames(
                "flex grow flex-col items-center justify-center rounded-md",
                isClosed ? "bg-sunken text-ink-muted" : "bg-accent-soft text-accent-on-soft",
              )}
            >
              {number}
              <span aria-hidden="true" className="flex h-1.5 gap-0.5">
                {DOTS.map((dot) => dot <= count && <span key={dot} className="rounded-full border-2 border-current" />)}
              </span>
            </span>
          </a>
          <span className="hidden lg:block">{number}</span>
          <ul className="hidden flex-col gap-1 lg:flex">
            {shown.map((date) => (
              <li key={`${date.event.id} ${date.startsAt} ${date.id}`}>
                <CalendarEntry date={date} locale={locale} look={date.day === day ? "small" : "line"} />
              </li>
            ))}
            {count > shown.length && (
              <li>
                <PageLink
                  href={moreHref}
                  aria-label={t("moreOn", { count: count - shown.length, day: dayInFull(day, locale) })}
                  className="inline-flex min-h-6 items-center px-1 text-xs font-semibold text-accent-text underline underline-offset-2"
                >
                  {t("more", { count: count - shown.length })}
                </PageLink>
              </li>
            )}
          </ul>
        </>
      )}
    </td>
  );
}
