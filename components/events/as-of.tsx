import { useTranslations } from "next-intl";
import { placeOf, timeText } from "#lib/i18n/date-text.ts";
import type { EventSummary } from "#lib/ticketing/model/event.ts";

type AsOfProps = { readonly at: string; readonly venue: EventSummary["venue"]; readonly locale: string };

/** The age of an older copy, "As of 2:05 pm (Wellington time)": a page for all readers must name the time zone. */
export function AsOf({ at, venue, locale }: AsOfProps) {
  const t = useTranslations("Common");
  const time = `${timeText(at, locale, venue.timeZone)} ${t("placeTime", { place: placeOf(venue) })}`;
  return <p className="text-sm text-warn">{t("asOf", { time })}</p>;
}
