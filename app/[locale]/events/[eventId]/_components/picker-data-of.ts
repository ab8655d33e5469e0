import { dayText, monthText, timeText } from "#components/date-text.ts";
import { dayAndTime, fill } from "#components/words.ts";
import type { Event } from "#lib/domain/event.ts";
import type { Offering, OfferingGroup } from "#lib/domain/offering.ts";
import { allInPrice, type TicketType } from "#lib/domain/ticket-type.ts";
import type { PickerData, PickerDate, PickerSection, PickerTicket, PickerWords } from "./picker-data.ts";

type Asked = {
  readonly event: Event;
  readonly locale: string;
  /** "(Wellington time)" */
  readonly placeTime: string;
  readonly words: PickerWords;
  readonly now: Date;
};

/** `undefined` when there is nothing to choose from. */
export function pickerDataOf({ eventId, groups }: Offering, asked: Asked): PickerData | undefined {
  const [first, ...others] = groups
    .toSorted((a, b) => Date.parse(a.startsAt) - Date.parse(b.startsAt))
    .map((group) => dateOf(group, asked))
    .filter(({ sections }) => sections.length > 0);
  if (first === undefined) return undefined;
  return { eventId, locale: asked.locale, placeTime: asked.placeTime, dates: [first, ...others] };
}

function dateOf(group: OfferingGroup, asked: Asked): PickerDate {
  const { locale, now, event } = asked;
  const zone = event.venue.timeZone;
  const items = group.pages.filter(({ kind }) => kind === "TICKETS").flatMap((page) => page.items);
  return {
    id: group.eventDateId,
    day: dayText(group.startsAt, locale, zone, now),
    time: timeText(group.startsAt, locale, zone),
    month: monthText(group.startsAt, locale, zone),
    status: group.saleStatus,
    ...(group.onSaleFrom !== undefined && { onSaleFrom: saleStart(group.onSaleFrom, asked) }),
    notes: items.flatMap((item) => (item.kind === "COPY" ? [item.text] : [])),
    sections: sectionsOf(
      items.flatMap((item) => (item.kind === "TICKET" ? [sayingItOnce(item.ticketType, group)] : [])),
      asked,
    ),
  };
}

/** When the sale starts is said above the tickets where it is the same for the whole date. */
function sayingItOnce({ onSaleFrom, ...ticketType }: TicketType, group: OfferingGroup): TicketType {
  const isTheSame = onSaleFrom === undefined || onSaleFrom === group.onSaleFrom;
  return isTheSame ? ticketType : { ...ticketType, onSaleFrom };
}

/** In the order in which the offering first names each section. */
function sectionsOf(ticketTypes: readonly TicketType[], asked: Asked): readonly PickerSection[] {
  const sections = new Map<number, { name: string; tickets: PickerTicket[] }>();
  for (const ticketType of ticketTypes) {
    const { id, name } = ticketType.section;
    const section = sections.get(id) ?? { name, tickets: [] };
    section.tickets.push(ticketOf(ticketType, asked));
    sections.set(id, section);
  }
  return [...sections.values()];
}

function ticketOf(ticketType: TicketType, asked: Asked): PickerTicket {
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
    minimum,
    maximum,
    codeRequired,
  };
}

/** "On sale Fri, 4 Dec, 9:00 am (Wellington time)" */
function saleStart(at: string, { words, locale, now, event: { venue }, placeTime }: Asked): string {
  const when = `${dayAndTime(dayText(at, locale, venue.timeZone, now), timeText(at, locale, venue.timeZone), locale)} ${placeTime}`;
  return fill(words.onSaleFrom, { when });
}
