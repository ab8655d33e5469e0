import type { Event } from "#lib/domain/catalogue/event.ts";
import type { Offering, OfferingGroup, OfferingItem } from "#lib/domain/catalogue/offering.ts";
import { allInPrice, type TicketType } from "#lib/domain/catalogue/ticket-type.ts";
import { dateLanguage, dayText, timeText } from "#lib/text/date-text.ts";
import { dayAndTime, fill } from "#lib/text/words.ts";
import { type OfferWords, offerText } from "./offer-text.ts";
import type { PickerData, PickerDate, PickerItem, PickerSection, PickerTicket } from "./picker-data.ts";
import type { PickerWords } from "./picker-words.ts";

type PickerInput = {
  readonly event: Pick<Event, "venue">;
  readonly locale: string;
  /** "(Wellington time)" */
  readonly placeTime: string;
  readonly words: OfferWords & Pick<PickerWords, "onSaleFrom">;
  readonly now: Date;
};

/** `undefined` when there is nothing to choose from. Dates come in the promoter's order. */
export function pickerDataOf({ eventId, groups, discounts }: Offering, asked: PickerInput): PickerData | undefined {
  const [first, ...others] = groups.map((group) => dateOf(group, asked));
  if (first === undefined) return undefined;
  const dates = [first, ...others] as const;
  if (!dates.some(({ sections, merchandise }) => sections.length + merchandise.length > 0)) return undefined;
  const { locale, placeTime, event } = asked;
  const offers = discounts.map((discount) => offerText(discount, locale, asked.words));
  return { eventId, locale, language: dateLanguage(locale), placeTime, timeZone: event.venue.timeZone, offers, dates };
}

function dateOf(group: OfferingGroup, asked: PickerInput): PickerDate {
  const { locale, now, event } = asked;
  const zone = event.venue.timeZone;
  const itemsOf = (kind: "TICKETS" | "MERCHANDISE") =>
    group.pages
      .filter((page) => page.kind === kind)
      .flatMap(({ items }) => items.map((item) => sayingItOnce(item, group)));
  const [notes, items] = notesBefore(itemsOf("TICKETS"));
  return {
    id: group.eventDateId,
    startsAt: group.startsAt,
    day: dayText(group.startsAt, locale, zone, now),
    time: timeText(group.startsAt, locale, zone),
    status: group.saleStatus,
    ...(group.onSaleFrom !== undefined && { onSaleFrom: saleStart(group.onSaleFrom, asked) }),
    ...(group.dateGroup !== undefined && { dateGroup: group.dateGroup }),
    ...(group.label !== undefined && { label: group.label }),
    notes,
    sections: sectionsOf(items, asked),
    merchandise: itemsOf("MERCHANDISE").map((item) => itemOf(item, asked)),
  };
}

/** When the sale starts is said above the tickets where it is the same for the whole date. */
function sayingItOnce(item: OfferingItem, group: OfferingGroup): OfferingItem {
  if (item.kind === "COPY") return item;
  const { onSaleFrom, ...ticketType } = item.ticketType;
  return onSaleFrom === group.onSaleFrom ? { kind: "TICKET", ticketType } : item;
}

/** What the promoter says before the first ticket belongs to all of them. */
function notesBefore(items: readonly OfferingItem[]): readonly [readonly string[], readonly OfferingItem[]] {
  const at = items.findIndex(({ kind }) => kind === "TICKET");
  const first = at < 0 ? items.length : at;
  return [items.slice(0, first).flatMap((item) => (item.kind === "COPY" ? [item.text] : [])), items.slice(first)];
}

/** In the order in which the offering first names each section; words stay behind the ticket that they follow. */
function sectionsOf(items: readonly OfferingItem[], asked: PickerInput): readonly PickerSection[] {
  const sections = new Map<number, { readonly name: string; readonly items: PickerItem[] }>();
  let last: PickerItem[] | undefined;
  for (const item of items) {
    if (item.kind === "TICKET") {
      const { id, name } = item.ticketType.section;
      const section = sections.get(id) ?? { name, items: [] };
      sections.set(id, section);
      last = section.items;
    }
    last?.push(itemOf(item, asked));
  }
  return [...sections.values()];
}

function itemOf(item: OfferingItem, asked: PickerInput): PickerItem {
  return item.kind === "COPY" ? item.text : ticketOf(item.ticketType, asked);
}

function ticketOf(ticketType: TicketType, asked: PickerInput): PickerTicket {
  const { id, name, description, price, fee, saleStatus, onSaleFrom, available, minimum, maximum, codeRequired } =
    ticketType;
  return {
    id,
    name,
    description,
    price: allInPrice(ticketType),
    ticket: price,
    fee,
    status: saleStatus,
    ...(saleStatus === "NOT_ON_SALE" && onSaleFrom !== undefined && { onSaleFrom: saleStart(onSaleFrom, asked) }),
    ...(available !== undefined && { left: available }),
    minimum: Math.max(1, minimum),
    maximum,
    codeRequired,
  };
}

/** Returns "On sale Fri, 4 Dec, 9:00 am", by the venue's clock as every time of the page. */
function saleStart(at: string, { words, locale, now, event: { venue } }: PickerInput): string {
  const [day, time] = [dayText(at, locale, venue.timeZone, now), timeText(at, locale, venue.timeZone)];
  return fill(words.onSaleFrom, { when: dayAndTime(day, time, locale) });
}
