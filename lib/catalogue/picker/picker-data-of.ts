import { isOverDays, spanDays } from "#lib/catalogue/dates/span-text.ts";
import { dateLanguage, dayText, dayTimeText, placeOf, timeText } from "#lib/i18n/date-text.ts";
import { dayAndTime, fill } from "#lib/i18n/words.ts";
import { VISITOR_PLACES_MAX } from "#lib/security/reservation-limits.ts";
import { type Event, inOwnZone } from "#lib/ticketing/model/event.ts";
import {
  allInPrice,
  type Offering,
  type OfferingGroup,
  type OfferingItem,
  type TicketType,
} from "#lib/ticketing/model/offering.ts";
import { type OfferWords, offerText } from "./offer-text.ts";
import type { PickerData, PickerDate, PickerItem, PickerSection, PickerTicket } from "./picker-data.ts";
import type { PickerWords } from "./picker-words.ts";

type PickerInput = {
  readonly event: Pick<Event, "venue">;
  readonly locale: string;
  readonly words: OfferWords & Pick<PickerWords, "onSaleFrom">;
  readonly now: Date;
};

/** Returns the picker data of an offering; `undefined` when it sells nothing. Dates are in the promoter's order. */
export function pickerDataOf({ eventId, groups, discounts }: Offering, input: PickerInput): PickerData | undefined {
  const [first, ...others] = groups.map((group) => dateOf(inOwnZone(group, input.event.venue), input));
  if (first === undefined) return undefined;
  const dates = [first, ...others] as const;
  if (!dates.some(({ sections, merchandise }) => sections.length + merchandise.length > 0)) return undefined;
  const { locale, event } = input;
  const offers = discounts.map((discount) => offerText(discount, locale, input.words));
  const { timeZone } = event.venue;
  const [language, place, readAt] = [dateLanguage(locale), placeOf(event.venue), input.now.toISOString()];
  return { eventId, locale, language, place, timeZone, readAt, offers, dates };
}

function dateOf(group: OfferingGroup, input: PickerInput): PickerDate {
  const { locale, event } = input;
  const zone = group.timeZone ?? event.venue.timeZone;
  const itemsOf = (kind: "TICKETS" | "MERCHANDISE") =>
    group.pages
      .filter((page) => page.kind === kind)
      .flatMap(({ items }) => items.map((item) => withoutCommonStart(item, group)));
  const [notes, items] = notesBefore(itemsOf("TICKETS"));
  return {
    id: group.eventDateId,
    startsAt: group.startsAt,
    day: dayOf(group, input),
    time: timeText(group.startsAt, locale, zone),
    ...(group.endsAt !== undefined && { end: endOf(group, group.endsAt, input) }),
    status: group.saleStatus,
    ...(group.onSaleFrom !== undefined && { onSaleFrom: saleStart(group.onSaleFrom, input) }),
    ...(group.dateGroup !== undefined && { dateGroup: group.dateGroup }),
    ...(group.label !== undefined && { label: group.label }),
    notes,
    sections: sectionsOf(items, input),
    merchandise: itemsOf("MERCHANDISE").map((item) => itemOf(item, input)),
  };
}

/** Removes a ticket's sale start where it is that of its date: the date already shows it. */
function withoutCommonStart(item: OfferingItem, group: OfferingGroup): OfferingItem {
  if (item.kind === "COPY") return item;
  const { onSaleFrom, ...ticketType } = item.ticketType;
  return onSaleFrom === group.onSaleFrom ? { kind: "TICKET", ticketType } : item;
}

/** Splits off the texts before the first ticket: they apply to all tickets. */
function notesBefore(items: readonly OfferingItem[]): readonly [readonly string[], readonly OfferingItem[]] {
  const at = items.findIndex(({ kind }) => kind === "TICKET");
  const first = at < 0 ? items.length : at;
  return [items.slice(0, first).flatMap((item) => (item.kind === "COPY" ? [item.text] : [])), items.slice(first)];
}

/** Returns the sections in the order of their first ticket. A text stays after the ticket that it follows. */
function sectionsOf(items: readonly OfferingItem[], input: PickerInput): readonly PickerSection[] {
  const sections = new Map<number, { readonly name: string; readonly items: PickerItem[] }>();
  let last: PickerItem[] | undefined;
  for (const item of items) {
    if (item.kind === "TICKET") {
      const { id, name } = item.ticketType.section;
      const section = sections.get(id) ?? { name, items: [] };
      sections.set(id, section);
      last = section.items;
    }
    last?.push(itemOf(item, input));
  }
  return [...sections.values()];
}

function itemOf(item: OfferingItem, input: PickerInput): PickerItem {
  return item.kind === "COPY" ? item.text : ticketOf(item.ticketType, input);
}

function ticketOf(ticketType: TicketType, input: PickerInput): PickerTicket {
  const { id, name, description, price, fee, saleStatus, onSaleFrom, available, minimum, maximum, codeRequired } =
    ticketType;
  return {
    id,
    name,
    description,
    allIn: allInPrice(ticketType),
    price,
    fee,
    status: saleStatus,
    ...(saleStatus === "NOT_ON_SALE" && onSaleFrom !== undefined && { onSaleFrom: saleStart(onSaleFrom, input) }),
    ...(available !== undefined && { left: available }),
    minimum: Math.max(1, minimum),
    // The shop's own limit, where it is the lower one: a page names one limit.
    maximum: Math.min(maximum ?? VISITOR_PLACES_MAX, VISITOR_PLACES_MAX),
    ...(maximum === undefined && { hasNoLimit: true }),
    codeRequired,
  };
}

/** Returns the day with its year, unless that goes without saying. */
function dayOf(group: OfferingGroup, { locale, now, event: { venue } }: PickerInput): string {
  const asOf = isSoon(group.startsAt, now) ? new Date(group.startsAt) : now;
  return spanDays(group, locale, venue.timeZone, asOf);
}

/** The year of a date within these months goes without saying: a choice of dates is read from now on. */
const SOON_MS = 300 * 24 * 3_600_000;

function isSoon(at: string, now: Date): boolean {
  return Math.abs(Date.parse(at) - now.getTime()) < SOON_MS;
}

/** Returns "10:00 pm", or for several days "Sun, 6 Dec, 10:00 pm". */
function endOf(group: OfferingGroup, endsAt: string, { locale, now, event: { venue } }: PickerInput): string {
  const { timeZone = venue.timeZone } = group;
  return isOverDays(group, timeZone) ? dayTimeText(endsAt, locale, timeZone, now) : timeText(endsAt, locale, timeZone);
}

/** Returns "On sale Fri, 4 Dec, 9:00 am", in the venue's time zone like every time on the page. */
function saleStart(at: string, { words, locale, now, event: { venue } }: PickerInput): string {
  const [day, time] = [dayText(at, locale, venue.timeZone, now), timeText(at, locale, venue.timeZone)];
  return fill(words.onSaleFrom, { when: dayAndTime(day, time, locale) });
}
