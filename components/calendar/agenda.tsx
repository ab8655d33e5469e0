import type { Route } from "next";
import { useTranslations } from "next-intl";
import { CalendarEntry } from "#components/calendar/calendar-entry.tsx";
import { classNames } from "#components/ui/class-names.ts";
import { PageLink } from "#components/ui/page-link.tsx";
import type { CalendarDay } from "#lib/catalogue/dates/calendar-days.ts";
import { dayInFull } from "#lib/i18n/date-text.ts";
import type { Day } from "#lib/ticketing/model/day.ts";

type AgendaProps = {
  readonly days: readonly CalendarDay[];
  readonly today: Day;
  readonly locale: string;
  /** The link to all dates of a busy day. */
  readonly moreOn: (day: Day) => Route;
  readonly className?: string;
};

/** Lists dates by their days at the venue. Past days are folded above it. */
export function Agenda({ days, today, className, ...rest }: AgendaProps) {
  const t = useTranslations("Calendar");
  const past = days.filter(({ day }) => day < today);
  const ahead = days.filter(({ day }) => day >= today);
  if (past.length === 0 || ahead.length === 0)
    return (
      <div className={className}>
        <Days days={days} {...rest} />
      </div>
    );
  return (
    <div className={classNames("flex flex-col gap-2", className)}>
      <details>
        <summary className="inline-flex min-h-11 items-center text-sm text-accent-text underline underline-offset-4">
          {t("earlier")}
        </summary>
        <Days days={past} {...rest} />
      </details>
      <Days days={ahead} {...rest} />
    </div>
  );
}

/** The number of dates that began before a day and are named on it, so that long exhibitions do not fill the list. */
const RUNNING_MAX = 2;

function Days({ days, locale, moreOn }: Omit<AgendaProps, "today" | "className">) {
  const t = useTranslations("Calendar");
  return (
    <ol>
      {days.map(({ day, begun, running, count }) => {
        const named = running.slice(0, RUNNING_MAX);
        const more = count - begun.length - named.length;
        return (
          <li key={day} id={`day-${day}`} className="scroll-mt-16 border-t border-line py-2">
            <h3 className="text-base first-letter:uppercase">
              <time dateTime={day}>{dayInFull(day, locale)}</time>
            </h3>
            <ul className="ruled">
              {[...begun, ...named].map((date) => (
                <li key={`${date.event.id} ${date.startsAt} ${date.id}`}>
                  <CalendarEntry date={date} locale={locale} look={date.day === day ? "full" : "line"} />
                </li>
              ))}
            </ul>
            {more > 0 && (
              <PageLink
                href={moreOn(day)}
                className="tap inline-flex items-center font-semibold text-accent-text underline underline-offset-4"
              >
                {t("moreOn", { count: more, day: dayInFull(day, locale) })}
              </PageLink>
            )}
          </li>
        );
      })}
    </ol>
  );
}
