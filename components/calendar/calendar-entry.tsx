import type { Route } from "next";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { classNames } from "#components/ui/class-names.ts";
import { priceFrom, statusText } from "#lib/catalogue/price-text.ts";
import { placeOf, timeText } from "#lib/i18n/date-text.ts";
import { addressText } from "#lib/i18n/words.ts";
import type { CalendarDate } from "#lib/ticketing/model/calendar.ts";

type CalendarEntryProps = { readonly date: CalendarDate; readonly locale: string; readonly isSmall?: boolean };

/** One date: time, event and state. The link opens the event on this date. */
export function CalendarEntry({ date, locale, isSmall = false }: CalendarEntryProps) {
  const t = useTranslations();
  const { event, startsAt, venue, saleStatus, isOver, label, from } = date;
  const state = isOver && saleStatus !== "CANCELLED" ? t("Calendar.over") : statusText(saleStatus, locale);
  const time = timeText(startsAt, locale, venue.timeZone);
  const isInactive = isOver || saleStatus === "CANCELLED";
  return (
    <Link
      href={`/${locale}/events/${event.id}${isOver || date.id === undefined ? "" : `?date=${date.id}`}` as Route}
      prefetch={false}
      className={classNames(
        "group block rounded-sm no-underline",
        isSmall ? "px-1 py-0.5 text-xs leading-snug hover:bg-sunken" : "py-3",
        isInactive && "text-ink-muted",
      )}
    >
      <span
        className={classNames("figures", isSmall ? "block text-ink-muted" : "text-sm font-semibold text-accent-text")}
      >
        {time}
        {!isSmall && (
          <span className="font-normal text-ink-muted"> {t("Common.placeTime", { place: placeOf(venue) })}</span>
        )}
      </span>
      <span
        className={classNames(
          "font-semibold group-hover:underline",
          isSmall ? "line-clamp-2 wrap-anywhere" : "block font-display text-lg font-bold",
          saleStatus === "CANCELLED" && "line-through decoration-1",
        )}
      >
        {event.name}
      </span>
      {!isSmall && <span className="block text-sm text-ink-muted">{addressText([label, venue.name, venue.city])}</span>}
      {state !== undefined && (
        <span className={classNames("block font-semibold text-ink-muted", isSmall ? "" : "text-sm")}>{state}</span>
      )}
      {state === undefined && from !== undefined && (
        <span className={classNames("figures block", isSmall ? "text-ink-muted" : "text-sm font-semibold")}>
          {priceFrom(from, locale)}
        </span>
      )}
    </Link>
  );
}
