import { getTranslations } from "next-intl/server";
import { isOverDays, spanDays, spanText, spanTimes } from "#lib/catalogue/dates/span-text.ts";
import { contentLanguage } from "#lib/i18n/content-language.ts";
import type { Locale } from "#lib/i18n/routing.ts";
import { addressText } from "#lib/i18n/words.ts";
import type { AccountDate } from "#lib/ticketing/manage/event-lists.ts";
import { isRunning } from "#lib/ticketing/model/span.ts";
import { figureColumns } from "./figure-columns.ts";
import { Meter } from "./meter.tsx";
import { TableList } from "./table-list.tsx";

type DatesProps = { readonly dates: readonly AccountDate[]; readonly now: Date; readonly locale: Locale };

/** The dates of today, each with its tickets. */
export async function Today({ dates, now, locale }: DatesProps) {
  const t = await getTranslations("Manage");
  return (
    <ul className="ruled mt-1 grid">
      {dates.map((date) => {
        const { id, event, venue, saleStatus } = date;
        const times = isOverDays(date, venue.timeZone)
          ? spanDays(date, locale, venue.timeZone, now)
          : spanTimes(date, locale, venue.timeZone);
        const state = saleStatus === "CANCELLED" ? t("cancelled") : isRunning(date, now) ? t("running") : undefined;
        return (
          <li key={id} className="grid gap-2 py-3.5">
            <div>
              <h3 className="text-base leading-snug font-semibold">
                <bdi lang={contentLanguage()}>{event.name}</bdi>
              </h3>
              <p className="figures text-sm text-ink-muted">
                {[times, state].filter(Boolean).join(" · ")}
                {" · "}
                <bdi>{addressText([venue.name, venue.city])}</bdi>
              </p>
            </div>
            <Tickets date={date} locale={locale} />
          </li>
        );
      })}
    </ul>
  );
}

/** "362 sold, 6 reserved, 52 left", also as a bar. */
async function Tickets({
  date: { sold, reserved = 0, left },
  locale,
}: {
  readonly date: AccountDate;
  readonly locale: string;
}) {
  const t = await getTranslations("Manage");
  if (sold === undefined || left === undefined) return null;
  const number = (count: number) => count.toLocaleString(locale);
  return (
    <>
      <Meter sold={sold} reserved={reserved} left={left} />
      <p className="figures text-sm">
        {t.rich("tickets", {
          sold: number(sold),
          reserved: number(reserved),
          left: number(left),
          b: (chunks) => <span className="font-semibold">{chunks}</span>,
        })}
      </p>
    </>
  );
}

/** The next dates of all events. */
export async function NextDates({ dates, now, locale }: DatesProps) {
  const [t, figures] = await Promise.all([getTranslations("Manage"), figureColumns(dates, (date) => date, locale)]);
  return (
    <TableList
      caption={t("nextDates")}
      rows={dates}
      keyOf={({ id }) => id}
      name={{
        heading: t("date"),
        cell: (date) => (
          <>
            <span className="figures block">{spanText(date, locale, date.venue.timeZone, now)}</span>
            <span className="block text-sm font-normal text-ink-muted">
              <bdi lang={contentLanguage()}>{date.event.name}</bdi>
              {" · "}
              <bdi>{addressText([date.venue.name, date.venue.city])}</bdi>
            </span>
            {date.sold !== undefined && date.left !== undefined && (
              <span className="mt-1.5 block max-w-64">
                <Meter sold={date.sold} reserved={date.reserved ?? 0} left={date.left} />
              </span>
            )}
          </>
        ),
      }}
      columns={figures}
    />
  );
}
