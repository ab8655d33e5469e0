import type { Route } from "next";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { CalendarEntry } from "#components/calendar-entry.tsx";
import { dayInFull } from "#components/date-text.ts";
import type { CalendarDate } from "#lib/domain/calendar.ts";
import type { Day } from "#lib/domain/day.ts";

type AgendaProps = {
  readonly dates: readonly CalendarDate[];
  readonly locale: string;
  /** Where the rest of a busy day is. */
  readonly moreOn: (day: Day) => Route;
  readonly className?: string;
};

/** Dates one below the other, under the day that they fall on where they are. */
export function Agenda({ dates, locale, moreOn, className }: AgendaProps) {
  const t = useTranslations("Calendar");
  return (
    <ol className={className}>
      {[...Map.groupBy(dates, ({ day }) => day)].map(([day, ofDay]) => {
        const more = (ofDay[0]?.onDay ?? 0) - ofDay.length;
        return (
          <li key={day} id={`day-${day}`} className="scroll-mt-4 border-t border-line pt-4 pb-2">
            <h3 className="text-lg">
              <time dateTime={day}>{dayInFull(day, locale)}</time>
            </h3>
            <ul className="divide-y divide-line">
              {ofDay.map((date) => (
                <li key={date.id}>
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
