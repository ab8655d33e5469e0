import "server-only";

import { z } from "zod";
import { UnreadableAnswer } from "#lib/ticketing/client/fault.ts";
import { pathTo } from "#lib/ticketing/client/paths.ts";
import { eventDate, saleStatus, statusOrAsk } from "#lib/ticketing/events.ts";
import type { Event, EventDate } from "#lib/ticketing/model/event.ts";
import { type Offering, type OfferingGroup, statusForAll, type TicketType } from "#lib/ticketing/model/offering.ts";
import { isOver } from "#lib/ticketing/model/span.ts";
import {
  absent,
  count,
  ifReadable,
  instant,
  money,
  optional,
  ref,
  withoutUndefined,
} from "#lib/ticketing/wire/shapes.ts";
import { type Reads, readKept } from "./kept-reads.ts";
import { readBasics } from "./listed-events.ts";

/**
 * Returns what the public may buy of an event, from its dates and their ticket types, where the service does not offer it as a whole.
 * Nothing is added that they do not say: no number left, no limit, no end of the sale. `undefined` where there is no such event.
 */
export async function buildOffering(eventId: number, ofPage: Reads): Promise<Offering | undefined> {
  // A fault ends the reads of this offering, and of no other.
  const reads = { ...ofPage };
  const { count } = reads;
  count.left -= 1;
  const event = await readBasics(eventId, reads);
  if (event === undefined) return undefined;
  const now = Date.now();
  const { dates, isPart } = await datesToCome(event, reads, now);
  let isFull = false;
  const shown = dates.filter(({ ticketTypeIds }) => {
    isFull ||= ticketTypeIds.length > count.left;
    if (!isFull) count.left -= ticketTypeIds.length;
    return !isFull;
  });
  const read = await Promise.all(shown.map((date) => withTypes(date, reads)));
  // A date without any ticket type that can be read is left out like them.
  const groups = read.filter(({ date, types }) => types.length > 0 || date.ticketTypeIds.length === 0).map(groupOf);
  if (groups.length === 0 && shown.length > 0) throw new UnreadableAnswer("No ticket type of the event can be read.");
  return { eventId, groups, discounts: [], ...((isPart || isFull) && { isPart: true }) };
}

/** So many dates are read at a time, until there are enough. */
const DATES_AT_ONCE = 8;
/** Of a longer run the dates that are over are not all read. */
const DATES_SEARCHED_MIN = 40;

/** Returns the dates that are not over, the next first, as far as the reads last for them and for their ticket types. */
async function datesToCome({ eventDateIds }: Event, reads: Reads, now: number) {
  const ids = eventDateIds.length < DATES_SEARCHED_MIN ? eventDateIds : await withoutPast(eventDateIds, reads, now);
  const dates: EventDate[] = [];
  const waiting = [...ids];
  const typeCount = () => dates.reduce((sum, { ticketTypeIds }) => sum + ticketTypeIds.length, 0);
  while (waiting.length > 0 && reads.count.left > typeCount()) {
    const some = waiting.splice(0, Math.min(DATES_AT_ONCE, reads.count.left));
    reads.count.left -= some.length;
    const read = await Promise.all(some.map((id) => readDate(id, reads)));
    dates.push(...read.flatMap((date) => (date === undefined || isOver(date, now) ? [] : [date])));
  }
  const sorted = dates.toSorted((one, other) => Date.parse(one.startsAt) - Date.parse(other.startsAt));
  return { dates: sorted, isPart: waiting.length > 0 };
}

/**
 * Returns the ids of a long run from its first date that is not over, the next first. A run is listed in the order of its dates, or in
 * the reverse order. In any other order the dates that are read are some that are to come, and not the next.
 */
async function withoutPast(ids: readonly number[], reads: Reads, now: number): Promise<readonly number[]> {
  const read = (id: number | undefined) => {
    reads.count.left -= 1;
    return id === undefined ? undefined : readDate(id, reads);
  };
  const [first, last] = await Promise.all([read(ids[0]), read(ids.at(-1))]);
  const isReversed = first && last && Date.parse(first.startsAt) > Date.parse(last.startsAt);
  const inOrder = isReversed ? ids.toReversed() : ids;
  let [from, to] = [0, ids.length];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    const date = await read(inOrder[middle]);
    if (date && isOver(date, now)) from = middle + 1;
    else to = middle;
  }
  return inOrder.slice(from);
}

function readDate(id: number, reads: Reads): Promise<EventDate | undefined> {
  return readKept({ name: "getEventDate", path: pathTo`/eventDate/${id}`, answer: eventDate(id) }, reads);
}

async function withTypes(date: EventDate, reads: Reads) {
  const types = await Promise.all(date.ticketTypeIds.map((id) => readType(id, reads)));
  return { date, types: types.flatMap((type) => (type === undefined || type.isHidden ? [] : [type])) };
}

/** Returns a ticket type, by which a section without a name is named too. */
export function readType(id: number, reads: Reads) {
  return readKept({ name: "getTicketType", path: pathTo`/ticketType/${id}`, answer: ticketType(id) }, reads);
}

const ticketTypeShape = z.object({
  name: z.string().min(1),
  description: optional(z.string(), "").catch(""),
  venueSection: ifReadable(ref),
  price: money,
  fee: absent(money),
  saleStatus,
  sortIdx: optional(z.number(), 0).catch(0),
  onSaleFrom: ifReadable(instant),
  onSaleTo: ifReadable(instant),
  available: ifReadable(count),
  minimumPerOrder: ifReadable(count),
  maximumPerOrder: ifReadable(count),
  codeRequired: optional(z.boolean(), false).catch(false),
  hidden: optional(z.boolean(), false).catch(false),
});

/** A ticket type by its address: its answer need not repeat the id. */
const ticketType = (id: number) =>
  ticketTypeShape.transform(({ venueSection, fee, minimumPerOrder, maximumPerOrder, hidden, ...type }) =>
    withoutUndefined({
      ...type,
      id,
      section: { id: venueSection?.id ?? 0, name: venueSection?.name ?? "" },
      fee: fee ?? { minor: 0, currency: type.price.currency },
      minimum: minimumPerOrder ?? 1,
      maximum: maximumPerOrder,
      isHidden: hidden,
    }),
  );

type ReadType = z.output<ReturnType<typeof ticketType>>;

function groupOf({ date, types }: { readonly date: EventDate; readonly types: readonly ReadType[] }): OfferingGroup {
  const { id, startsAt, endsAt, doors, label, dateGroup } = date;
  const tickets = types
    .toSorted((one, other) => one.sortIdx - other.sortIdx)
    .map(({ sortIdx: _sortIdx, isHidden: _isHidden, saleStatus, ...type }): TicketType => {
      return { ...type, saleStatus: statusOrAsk(saleStatus, false) };
    });
  const items = tickets.map((ticketType) => ({ kind: "TICKET", ticketType }) as const);
  const pages = [{ kind: "TICKETS", name: "", items }] as const;
  return withoutUndefined({
    eventDateId: id,
    name: "",
    startsAt,
    endsAt,
    doors,
    label,
    dateGroup,
    // A date need not state it in the interface: then it is what its ticket types are, and without any not on sale.
    saleStatus:
      items.length === 0 && date.saleStatus === "ON_SALE" ? "NOT_ON_SALE" : statusForAll(date.saleStatus, { pages }),
    pages,
  });
}
