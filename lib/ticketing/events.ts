import "server-only";

import { z } from "zod";
import { env } from "#lib/env.ts";
import { isKnownMissing, MISSING_STATUSES, recordMissing } from "#lib/ticketing/client/extension.ts";
import { UnreadableAnswer } from "#lib/ticketing/client/fault.ts";
import { pathTo, queryOf } from "#lib/ticketing/client/paths.ts";
import { type NamedCall, request, requestWithHeaders, type WithHeaders } from "#lib/ticketing/client/request.ts";
import { REQUIRED_BUYER_FIELDS } from "#lib/ticketing/model/buyer.ts";
import type { Event, EventDate, EventPage, EventSummary, EventsQuery, SaleStatus } from "#lib/ticketing/model/event.ts";
import { isOver } from "#lib/ticketing/model/span.ts";
import { field, guestField } from "#lib/ticketing/wire/catalogue/field.ts";
import { NO_VENUE, venue, withTimeZone } from "#lib/ticketing/wire/catalogue/venue.ts";
import { wireNameOf } from "#lib/ticketing/wire/purchase/buyer-field-names.ts";
import {
  absent,
  absentText,
  assumedZone,
  httpsOrUndefined,
  ifReadable,
  instant,
  money,
  optional,
  pictureUrl,
  readable,
  readableRefs,
  ref,
  refundPolicy,
  totalIn,
  withoutUndefined,
} from "#lib/ticketing/wire/shapes.ts";

/** The calls that read the account's events: those of the shop, which sees the published ones, or of a promoter. */
export type EventCalls = { readonly summaries: NamedCall; readonly ids: NamedCall; readonly event: NamedCall };

const LIST: NamedCall = { name: "listEvents" };

/**
 * Returns one page of the published events that match; `undefined` where the service has neither pages nor filters and returns
 * all events at once, as in the interface.
 */
export async function searchEvents({ group, ...filters }: EventsQuery): Promise<EventPage | undefined> {
  if (isKnownMissing("pages of searchEvents")) return undefined;
  const query = queryOf({ ...filters, eventGroup: group });
  const answer = await requestSummaries(LIST, query);
  const total = answer && totalIn(answer.headers);
  if (answer === undefined || total === undefined) {
    recordMissing("pages of searchEvents");
    return undefined;
  }
  const { headers, value } = answer;
  return {
    events: eventSummaries.parse(value),
    total,
    isMore: headers["x-total-more"] === "true",
    isNearly: headers["x-matched"] === "nearly",
  };
}

/** A row of the service's list. It need not have an id, nor a venue. */
type ListedEvent = { readonly id: number | undefined; readonly summary: EventSummary | undefined };

/** Returns the rows of the list of all events; `undefined` where the service has no such list. */
export async function listSummaries(call: NamedCall = LIST): Promise<readonly ListedEvent[] | undefined> {
  const found = await requestSummaries(call, "");
  return found?.value.map((row) => ({
    id: ref.safeParse(row).data?.id,
    summary: listed.safeParse(row).data,
  }));
}

async function requestSummaries(call: NamedCall, query: string): Promise<WithHeaders<readonly unknown[]> | undefined> {
  if (isKnownMissing(call.name)) return undefined;
  const path = `/account/${env().TICKETING_ACCOUNT}/eventSummaries${query}` as const;
  const found = await requestWithHeaders({ ...call, method: "GET", path, answer: rows, missing: MISSING_STATUSES });
  // It may be missing for one promoter, and not for others.
  if (found === undefined && call.as === undefined) recordMissing(call.name);
  return found;
}

/** Returns the ids of the account's events. Throws TicketingFault where the service has no such account. */
export async function listEventIds(call: NamedCall): Promise<readonly number[]> {
  const path = `/account/${env().TICKETING_ACCOUNT}/events` as const;
  const found = await request({ ...call, method: "GET", path, answer: eventIds });
  if (found === undefined) throw new UnreadableAnswer(`${call.name} found no such account.`);
  return found;
}

export async function getEvent(eventId: number): Promise<Event | undefined> {
  return request({ name: "getEvent", method: "GET", path: pathTo`/event/${eventId}/detailed`, answer: event(eventId) });
}

export async function getEventDate(eventDateId: number): Promise<EventDate | undefined> {
  const path = pathTo`/eventDate/${eventDateId}`;
  return request({ name: "getEventDate", method: "GET", path, answer: eventDate(eventDateId) });
}

/** The words that Foyer knows for what can be bought. A service may have others, or none: `undefined`. */
export const saleStatus = ifReadable(
  z.enum(["NOT_ON_SALE", "ON_SALE", "SOLD_OUT", "CLOSED", "CANCELLED"]),
) satisfies z.ZodType<SaleStatus | undefined>;

/** Returns the stated status. Where none is known, what is to come is offered: a reservation tells. */
export function statusOrAsk(stated: SaleStatus | undefined, isPast: boolean): SaleStatus {
  return stated ?? (isPast ? "CLOSED" : "ON_SALE");
}

/** All that an event may have beside its name. A part that few would miss is left out where it cannot be read. */
const summaryShape = z.object({
  name: z.string().min(1),
  description: optional(z.string(), "").catch(""),
  heroImageUrl: ifReadable(z.string().transform(pictureUrl)),
  heroImageAlt: absentText,
  firstDate: absent(instant),
  firstDateEnd: ifReadable(instant),
  lastDate: absent(instant),
  lastDateEnd: ifReadable(instant),
  saleStatus,
  presalePrice: ifReadable(money),
  waitingRoom: ifReadable(z.boolean()),
  venue: absent(venue),
  tags: optional(readable(z.string()), []).catch([]),
  eventGroups: optional(readableRefs, []).catch([]),
});

function toSummary(
  id: number,
  { venue, eventGroups, saleStatus, presalePrice, ...summary }: z.output<typeof summaryShape>,
) {
  const { firstDate, lastDate = firstDate, lastDateEnd } = summary;
  const isPast = lastDate !== undefined && isOver({ startsAt: lastDate, endsAt: lastDateEnd }, Date.now());
  return withoutUndefined({
    ...summary,
    id,
    saleStatus: statusOrAsk(saleStatus, isPast),
    presale: presalePrice,
    venue: withTimeZone(venue ?? NO_VENUE, firstDate),
    groups: eventGroups.map(({ id, name }) => ({ id, name })),
  });
}

/** The lowest price of a summary has its fee where there is a highest one too; elsewhere nothing is known of fees. */
const allInRange = z
  .object({ lowPrice: ifReadable(money), highPrice: ifReadable(money) })
  .transform(({ lowPrice, highPrice }) => (highPrice === undefined ? undefined : lowPrice));

const listedShape = summaryShape.extend({ venue });

/** A row that says what a list shows: an event without it is read by its id. */
const listed = z.unknown().transform((row, context) => {
  const id = ref.safeParse(row).data?.id;
  const summary = listedShape.safeParse(row).data;
  if (id !== undefined && summary) return withoutUndefined({ ...toSummary(id, summary), from: allInRange.parse(row) });
  context.addIssue("an event with an id and a venue");
  return z.NEVER;
}) satisfies z.ZodType<EventSummary>;

/** The interface returns a list; a list wrapped in an object is accepted too. */
const rows = z.union([
  z.array(z.unknown()),
  z.object({ eventSummaries: z.array(z.unknown()) }).transform(({ eventSummaries }) => eventSummaries),
]);

export const eventSummaries = rows.pipe(readable(listed));

const eventIds = readableRefs.transform((found) => found.map(({ id }) => id));

const eventShape = summaryShape.extend({
  abstract: ifReadable(z.string()),
  abstractText: ifReadable(z.string()),
  ageLimit: absentText,
  refundPolicy,
  externalTermsUrl: ifReadable(z.string().transform(httpsOrUndefined)),
  eventDates: optional(readableRefs, []),
  fields: optional(readable(field), []).catch([]),
  guestFields: optional(readable(guestField), []).catch([]),
});

/** An event by its address: its answer need not repeat the id. Its prices say nothing about fees. */
export const event = (eventId: number) =>
  eventShape.transform(
    ({
      abstract,
      abstractText,
      ageLimit,
      refundPolicy,
      externalTermsUrl,
      eventDates,
      fields,
      guestFields,
      ...summary
    }) =>
      withoutUndefined({
        ...toSummary(eventId, summary),
        abstract: abstract ?? abstractText ?? "",
        ageLimit,
        refundPolicy,
        termsUrl: externalTermsUrl,
        eventDateIds: eventDates.map(({ id }) => id),
        fields: fields.filter(({ name }) => !REQUIRED_BUYER_FIELDS.some((one) => wireNameOf(one) === name)),
        guestFields,
      }),
  ) satisfies z.ZodType<Event>;

/** The response at a link to a ticket type. */
export const linkedTicketType = z
  .object({
    name: optional(z.string(), ""),
    eventDate: absent(ref),
    venueSection: ifReadable(ref),
    price: ifReadable(money),
    fee: ifReadable(money),
  })
  .transform(({ name, eventDate, venueSection, price, fee }) =>
    withoutUndefined({
      name,
      eventDateId: eventDate?.id,
      section: venueSection?.name || undefined,
      price,
      fee: fee ?? (price && { ...price, minor: 0 }),
    }),
  );

/** The response at a link to an event. */
export const linkedEvent = z.object({ name: optional(z.string(), "") });

const dateShape = z.object({
  event: ref,
  startDate: instant,
  endDate: ifReadable(instant),
  doors: ifReadable(instant),
  label: ifReadable(z.string()),
  group: ifReadable(z.string()),
  saleStatus,
  timeZone: ifReadable(z.string()),
  ticketTypes: optional(readableRefs, []),
});

/** A date by its address: its answer need not repeat the id. */
export const eventDate = (eventDateId: number) =>
  dateShape.transform(({ event, startDate, endDate, label, group, timeZone, ticketTypes, saleStatus, ...date }) =>
    withoutUndefined({
      ...date,
      id: eventDateId,
      eventId: event.id,
      startsAt: startDate,
      endsAt: endDate,
      label: label || undefined,
      dateGroup: group || undefined,
      timeZone: timeZone ?? assumedZone(startDate),
      saleStatus: statusOrAsk(saleStatus, isOver({ startsAt: startDate, endsAt: endDate }, Date.now())),
      ticketTypeIds: ticketTypes.map(({ id }) => id),
    }),
  ) satisfies z.ZodType<EventDate>;
