import type { Route } from "next";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { classNames } from "#components/ui/class-names.ts";
import { calendarDayText, isOverDays, spanDays, spanTimes } from "#lib/catalogue/dates/span-text.ts";
import { priceFrom, statusText } from "#lib/catalogue/price-text.ts";
import { placeOf } from "#lib/i18n/date-text.ts";
import { addressText, comma } from "#lib/i18n/words.ts";
import type { CalendarDate } from "#lib/ticketing/model/calendar.ts";

type CalendarEntryProps = {
  readonly date: CalendarDate;
  readonly locale: string;
  /** `line`: on a day after its first. */
  readonly look: "full" | "small" | "line";
};

/** One date: time, event and state. The link opens the event on this date. */
export function CalendarEntry({ date, locale, look }: CalendarEntryProps) {
  const t = useTranslations();
  const { event, venue, saleStatus, isOver, label, from } = date;
  const state = isOver && saleStatus !== "CANCELLED" ? t("Calendar.over") : statusText(saleStatus, locale);
  const isInactive = isOver || saleStatus === "CANCELLED";
  const href = `/${locale}/events/${event.id}${isOver || date.id === undefined ? "" : `?date=${date.id}`}` as Route;
  const name = classNames(
    "font-semibold group-hover:underline",
    saleStatus === "CANCELLED" && "line-through decoration-1",
  );
  if (look === "line") {
    const day = calendarDayText(date.lastDay, locale, new Date(date.startsAt));
    return (
      <Link
        href={href}
        prefetch={false}
        className={classNames(
          "group block rounded-sm py-2 text-sm text-ink-muted no-underline lg:px-1 lg:py-0.5 lg:text-xs lg:leading-snug",
          "lg:hover:bg-sunken",
        )}
      >
        <span className={classNames(name, "lg:line-clamp-1 lg:wrap-anywhere")}>{event.name}</span>
        <span className="lg:hidden"> · </span>
        <span className="figures lg:block">{isInactive ? state : t("List.until", { day })}</span>
      </Link>
    );
  }
  const isSmall = look === "small";
  const isLong = isOverDays(date, venue.timeZone);
  return (
    <Link
      href={href}
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
        {isLong && spanDays(date, locale, venue.timeZone, new Date(date.startsAt))}
        {isLong && !isSmall && comma(locale)}
        {(!isLong || !isSmall) && spanTimes(date, locale, venue.timeZone)}
        {!isSmall && (
          <span className="font-normal text-ink-muted"> {t("Common.placeTime", { place: placeOf(venue) })}</span>
        )}
      </span>
      <span
        className={classNames(name, isSmall ? "line-clamp-2 wrap-anywhere" : "block font-display text-lg font-bold")}
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
