import { getTranslations } from "next-intl/server";
import { isOverDays, runText, spanInFull, spanText } from "#lib/catalogue/dates/span-text.ts";
import { catalogueOffering, eventOfAddress } from "#lib/catalogue/events.ts";
import { doorsRule } from "#lib/catalogue/facts-text.ts";
import { pickerDataOf } from "#lib/catalogue/picker/picker-data-of.ts";
import { placeOf, timeText } from "#lib/i18n/date-text.ts";
import { addressText, fill } from "#lib/i18n/words.ts";
import { wordsOf } from "#lib/i18n/words-of.ts";
import { type Event, inOwnZone, statedDates } from "#lib/ticketing/model/event.ts";
import { asOffered, isFree } from "#lib/ticketing/model/offering.ts";
import { firstDayOf, lastDayOf, type Span } from "#lib/ticketing/model/span.ts";

/**
 * Returns what an event's page and its embed show. It comes from the catalogue alone, since both are the same for every visitor.
 * `when` and `inPlace` are texts; `staleNote` is set if the service did not answer and an older copy is shown. `undefined` if no
 * Event is at the address.
 */
export async function eventPageData(locale: string, eventId: string) {
  const [common, { value: stated, asOf }] = await Promise.all([
    getTranslations({ locale, namespace: "Common" }),
    eventOfAddress(eventId),
  ]);
  if (stated === undefined) return undefined;
  const { value: offering, asOf: offeringAsOf = asOf } = await catalogueOffering(stated.id);
  const event = asOffered(stated, offering);
  const now = new Date();
  const { timeZone } = event.venue;
  const placeTime = common("placeTime", { place: placeOf(event.venue) });
  const words = wordsOf(locale).Event;
  const picker = offering && pickerDataOf(offering, { event, locale, words: words.picker, now });
  const spans = (offering?.groups ?? []).map(({ startsAt, endsAt }) =>
    inOwnZone<Span>({ startsAt, endsAt }, event.venue),
  );
  return {
    event,
    offering,
    picker,
    words,
    inPlace: fill(words.picker.inPlace, { place: placeOf(event.venue) }),
    spans,
    now,
    refundPolicy: offering && isFree(offering) ? undefined : event.refundPolicy,
    doors: doorsRule(offering?.groups ?? [], timeZone),
    when: whenOf(event, { spans, isPart: offering?.isPart ?? false }, locale, now),
    where: addressText([event.venue.name, event.venue.city]),
    staleNote: offeringAsOf && common("asOf", { time: `${timeText(offeringAsOf, locale, timeZone)} ${placeTime}` }),
  };
}

type Dates = { readonly spans: readonly Span[]; readonly isPart: boolean };

/** Returns the only date with its times, also over several days; of more dates the first and the last day. */
function whenOf(event: Event, { spans, isPart }: Dates, locale: string, now: Date): string | undefined {
  const zone = event.venue.timeZone;
  const stated = statedDates(event).map((span) => inOwnZone<Span>(span, event.venue));
  // The last date of a long run is known, and not read.
  const last = isPart ? stated.slice(-1) : [];
  const dates = (spans.length > 0 ? [...spans, ...last] : stated).toSorted(
    (a, b) => Date.parse(a.startsAt) - Date.parse(b.startsAt),
  );
  const [first, ...others] = dates;
  if (first === undefined) return undefined;
  if (others.length === 0)
    return isOverDays(first, zone) ? spanInFull(first, locale, zone, "short") : spanText(first, locale, zone, now);
  const lastDay = dates.map((span) => lastDayOf(span, zone)).reduce((one, other) => (one > other ? one : other));
  return runText(firstDayOf(first, zone), lastDay, locale, now);
}
