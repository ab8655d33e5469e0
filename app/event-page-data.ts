import { getTranslations } from "next-intl/server";
import { catalogueOffering, eventOfAddress } from "#lib/catalogue/events.ts";
import { doorsRule } from "#lib/catalogue/facts-text.ts";
import { pickerDataOf } from "#lib/catalogue/picker/picker-data-of.ts";
import { dayTimeText, placeOf, rangeText, timeText } from "#lib/i18n/date-text.ts";
import { addressText } from "#lib/i18n/words.ts";
import { wordsOf } from "#lib/i18n/words-of.ts";
import type { Event } from "#lib/ticketing/model/event.ts";
import { isFree } from "#lib/ticketing/model/offering.ts";

/**
 * Returns what an event's page and its embed show. It comes from the catalogue alone, since both are the same for every visitor.
 * `when` and `placeTime` are texts; `staleNote` is set if the service did not answer and an older copy is shown. `undefined` if no
 * Event is at the address.
 */
export async function eventPageData(locale: string, eventId: string) {
  const [common, { value: event, asOf }] = await Promise.all([
    getTranslations({ locale, namespace: "Common" }),
    eventOfAddress(eventId),
  ]);
  if (event === undefined) return undefined;
  const { value: offering, asOf: offeringAsOf = asOf } = await catalogueOffering(event.id);
  const now = new Date();
  const { timeZone } = event.venue;
  const placeTime = common("placeTime", { place: placeOf(event.venue) });
  const words = wordsOf(locale).Event;
  const picker = offering && pickerDataOf(offering, { event, locale, placeTime, words: words.picker, now });
  const starts = offering?.groups.map(({ startsAt }) => startsAt) ?? [];
  return {
    event,
    offering,
    picker,
    words,
    placeTime,
    starts,
    now,
    refundPolicy: offering && isFree(offering) ? undefined : event.refundPolicy,
    doors: doorsRule(offering?.groups ?? [], timeZone),
    when: whenOf(event, starts, locale, now),
    where: addressText([event.venue.name, event.venue.city]),
    staleNote: offeringAsOf && common("asOf", { time: `${timeText(offeringAsOf, locale, timeZone)} ${placeTime}` }),
  };
}

/** Returns the only date with its time, or the first and the last day. */
function whenOf(
  { firstDate, lastDate, venue }: Event,
  starts: readonly string[],
  locale: string,
  now: Date,
): string | undefined {
  const sorted = starts.toSorted((a, b) => Date.parse(a) - Date.parse(b));
  const [first = firstDate] = sorted;
  const last = sorted.at(-1) ?? lastDate;
  if (first === undefined) return undefined;
  const zone = venue.timeZone;
  if (last === undefined || last === first) return dayTimeText(first, locale, zone, now);
  return rangeText(first, last, locale, zone, now);
}
