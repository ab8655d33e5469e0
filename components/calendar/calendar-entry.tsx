import type { Route } from "next";
import { useTranslations } from "next-intl";
import { Chip } from "#components/ui/chip.tsx";
import { classNames } from "#components/ui/class-names.ts";
import { PageLink } from "#components/ui/page-link.tsx";
import { calendarDayText, isOverDays, spanDays, spanTimes } from "#lib/catalogue/dates/span-text.ts";
import { presaleOf, priceFrom, statusText } from "#lib/catalogue/price-text.ts";
import { addressText, dayAndTime } from "#lib/i18n/words.ts";
import type { CalendarDate } from "#lib/ticketing/model/calendar.ts";

type CalendarEntryProps = {
  readonly date: CalendarDate;
  readonly locale: string;
  /** `line`: on a day after its first. */
  readonly look: "full" | "small" | "line";
};

/** Returns why a date cannot be bought, such as "Sold out"; `undefined` for one on sale. */
export function stateOf(
  date: Pick<CalendarDate, "saleStatus" | "isOver" | "from" | "presale">,
  t: ReturnType<typeof useTranslations<"Calendar">>,
  locale: string,
): string | undefined {
  return date.isOver && date.saleStatus !== "CANCELLED" ? t("over") : statusText(date, locale);
}

/** One date: time, event and state. The link opens the event on this date. The page says once that times are the venues' own. */
export function CalendarEntry({ date, locale, look }: CalendarEntryProps) {
  const t = useTranslations();
  const { event, venue, saleStatus, isOver, label, from } = date;
  const state = stateOf(date, useTranslations("Calendar"), locale);
  const isInactive = isOver || saleStatus === "CANCELLED";
  const href = `/${locale}/events/${event.id}${isOver || date.id === undefined ? "" : `?date=${date.id}`}` as Route;
  const name = classNames(
    "font-semibold group-hover:underline",
    saleStatus === "CANCELLED" && "line-through decoration-1",
  );
  if (look === "line") {
    const day = calendarDayText(date.lastDay, locale, new Date(date.startsAt));
    return (
      <PageLink
        href={href}
        className={classNames(
          "group block scroll-mt-16 rounded-sm py-1.5 text-sm text-ink-muted no-underline lg:px-1 lg:py-0.5 lg:text-xs lg:leading-snug",
          "lg:hover:bg-sunken",
        )}
      >
        <span className={classNames(name, "block lg:line-clamp-1 lg:wrap-anywhere")}>{event.name}</span>
        <span className="figures block">{isInactive ? state : t("List.until", { day })}</span>
      </PageLink>
    );
  }
  const isSmall = look === "small";
  const isLong = isOverDays(date, venue.timeZone);
  const times = spanTimes(date, locale, venue.timeZone);
  const when = isLong ? spanDays(date, locale, venue.timeZone, new Date(date.startsAt)) : times;
  const shown = state === undefined ? from : isOver ? undefined : presaleOf(date);
  const price = shown && priceFrom(shown, locale);
  if (isSmall)
    return (
      <PageLink
        href={href}
        className={classNames(
          "group block rounded-sm px-1 py-0.5 text-xs leading-snug no-underline hover:bg-sunken",
          isInactive && "text-ink-muted",
        )}
      >
        <span className="figures block text-ink-muted">{when}</span>
        <span className={classNames(name, "line-clamp-3 wrap-anywhere")}>{event.name}</span>
        {state !== undefined && <span className="block font-semibold text-ink-muted">{state}</span>}
        {price !== undefined && <span className="figures block text-ink-muted">{price}</span>}
      </PageLink>
    );
  return (
    <PageLink
      href={href}
      className={classNames(
        "group block scroll-mt-16 rounded-sm py-1.5 text-sm no-underline",
        isInactive && "text-ink-muted",
      )}
    >
      <span className="flex flex-wrap items-baseline gap-x-4">
        <span className={classNames(name, "line-clamp-3 w-40 grow text-base")}>{event.name}</span>
        {state !== undefined && <Chip>{state}</Chip>}
        {price !== undefined && <span className="figures font-semibold whitespace-nowrap">{price}</span>}
      </span>
      <span className="dotted text-ink-muted">
        <span className="figures">{isLong ? dayAndTime(when, times, locale) : when}</span>
        <span>{addressText([label, venue.name, venue.city])}</span>
      </span>
    </PageLink>
  );
}
