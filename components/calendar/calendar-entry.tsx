import type { Route } from "next";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { classNames } from "#components/ui/class-names.ts";
import { placeOf, timeText } from "#lib/i18n/date-text.ts";
import type { CalendarDate } from "#lib/ticketing/model/calendar.ts";
import type { SaleStatus } from "#lib/ticketing/model/event.ts";
import { formatMoney, isZero } from "#lib/ticketing/model/money.ts";

type CalendarEntryProps = { readonly date: CalendarDate; readonly locale: string; readonly isSmall?: boolean };

const STATES = {
  SOLD_OUT: "Common.soldOut",
  NOT_ON_SALE: "Common.notOnSale",
  CLOSED: "Common.closed",
  CANCELLED: "Common.cancelled",
} as const satisfies Record<Exclude<SaleStatus, "ON_SALE">, string>;

/** One date: time, event and state. The link opens the event on this date. */
export function CalendarEntry({ date, locale, isSmall = false }: CalendarEntryProps) {
  const t = useTranslations();
  const { event, startsAt, venue, saleStatus, isOver, label, from } = date;
  const state = stateOf(date);
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
      {!isSmall && (
        <span className="block text-sm text-ink-muted">
          {[label, venue.name, venue.city].filter(Boolean).join(", ")}
        </span>
      )}
      {state !== undefined && (
        <span className={classNames("block font-semibold text-ink-muted", isSmall ? "" : "text-sm")}>{t(state)}</span>
      )}
      {state === undefined && from !== undefined && (
        <span className={classNames("figures block", isSmall ? "text-ink-muted" : "text-sm font-semibold")}>
          {isZero(from) ? t("Common.free") : t("Common.from", { price: formatMoney(from, locale) })}
        </span>
      )}
    </Link>
  );
}

function stateOf({ isOver, saleStatus }: CalendarDate) {
  if (saleStatus === "CANCELLED") return STATES.CANCELLED;
  if (isOver) return "Calendar.over";
  return saleStatus === "ON_SALE" ? undefined : STATES[saleStatus];
}
