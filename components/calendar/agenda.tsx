import type { Route } from "next";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { CalendarEntry } from "#components/calendar/calendar-entry.tsx";
import { classNames } from "#components/ui/class-names.ts";
import { dayInFull } from "#lib/i18n/date-text.ts";
import type { CalendarDate } from "#lib/ticketing/model/calendar.ts";
import type { Day } from "#lib/ticketing/model/day.ts";

type AgendaProps = {
  readonly dates: readonly CalendarDate[];
  readonly today: Day;
  readonly locale: string;
  /** The link to all dates of a busy day. */
  readonly moreOn: (day: Day) => Route;
  readonly className?: string;
};

/** A list of dates, by their day at the venue. Past dates are folded above it. */
export function Agenda({ dates, today, className, ...rest }: AgendaProps) {
  const t = useTranslations("Calendar");
  const past = dates.filter(({ day }) => day < today);
  const ahead = dates.filter(({ day }) => day >= today);
  if (past.length === 0 || ahead.length === 0)
    return (
      <div className={className}>
        <Days dates={dates} {...rest} />
      </div>
    );
  return (
    <div className={classNames("flex flex-col gap-2", className)}>
      <details>
        <summary className="inline-flex min-h-11 items-center text-sm text-accent-text underline underline-offset-4">
          {t("earlier")}
        </summary>
        <Days dates={past} {...rest} />
      </details>
      <Days dates={ahead} {...rest} />
    </div>
  );
}

function Days({ dates, locale, moreOn }: Omit<AgendaProps, "today" | "className">) {
  const t = useTranslations("Calendar");
  return (
    <ol>
      {[...Map.groupBy(dates, ({ day }) => day)].map(([day, ofDay]) => {
        const more = (ofDay[0]?.onDay ?? 0) - ofDay.length;
        return (
          <li key={day} id={`day-${day}`} className="scroll-mt-4 border-t border-line pt-4 pb-2">
            <h3 className="text-lg first-letter:uppercase">
              <time dateTime={day}>{dayInFull(day, locale)}</time>
            </h3>
            <ul className="divide-y divide-line">
              {ofDay.map((date) => (
                <li key={`${date.event.id} ${date.startsAt} ${date.id}`}>
                  <CalendarEntry date={date} locale={locale} />
                </li>
              ))}
            </ul>
            {more > 0 && (
              <Link
                href={moreOn(day)}
                prefetch={false}
                className="tap inline-flex items-center font-semibold text-accent-text underline underline-offset-4"
              >
                {t("moreOn", { count: more, day: dayInFull(day, locale) })}
              </Link>
            )}
          </li>
        );
      })}
    </ol>
  );
}
