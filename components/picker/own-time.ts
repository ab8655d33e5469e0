import { dayText, placeOf, timeText } from "#components/date-text.ts";
import { dayAndTime } from "#components/words.ts";

/** A moment by the clocks of `zone`, and where those hang; nothing where the venue's show the same. */
export function ownTime(
  at: string,
  locale: string,
  venueZone: string,
  zone: string,
): { readonly when: string; readonly place: string } | undefined {
  const now = new Date();
  const textIn = (zone: string) => dayAndTime(dayText(at, locale, zone, now), timeText(at, locale, zone), locale);
  const when = textIn(zone);
  return when === textIn(venueZone) ? undefined : { when, place: placeOf({ city: "", timeZone: zone }) };
}
