import "server-only";

import { z } from "zod";
import { env } from "#lib/env.ts";
import { isKnownMissing, recordMissing } from "#lib/ticketing/client/extension.ts";
import { TicketingFault } from "#lib/ticketing/client/fault.ts";
import { type Path, pathTo, queryOf } from "#lib/ticketing/client/paths.ts";
import { request, requestWithHeaders, type WithHeaders } from "#lib/ticketing/client/request.ts";
import type { Event, EventDate, EventPage, EventSummary, EventsQuery, SaleStatus } from "#lib/ticketing/model/event.ts";
import { field, guestField } from "#lib/ticketing/wire/catalogue/field.ts";
import { venue, withTimeZone } from "#lib/ticketing/wire/catalogue/venue.ts";
import {
  absent,
  absentText,
  httpsOrUndefined,
  id,
  ifReadable,
  instant,
  money,
  optional,
  pictureUrl,
  ref,
  refs,
  refundPolicy,
  totalIn,
  withoutUndefined,
  zoneOf,
} from "#lib/ticketing/wire/shapes.ts";

/** Returns the published events of the shop's account, in the service's order, as many as the service returns. */
export async function listEvents(): Promise<readonly EventSummary[]> {
  return (await requestSummaries("")).value;
}

/**
 * Returns one page of the published events that match; `undefined` where the service has neither pages nor filters and returns
 * all events at once, as in the interface. Then `listEvents` returns them.
 */
export async function searchEvents({ group, ...filters }: EventsQuery): Promise<EventPage | undefined> {
  if (isKnownMissing("pages of searchEvents")) return undefined;
  const { value, headers } = await requestSummaries(queryOf({ ...filters, eventGroup: group }));
  const total = totalIn(headers);
  if (total === undefined) recordMissing("pages of searchEvents");
  return total === undefined
    ? undefined
    : {
        events: value,
        total,
        isMore: headers["x-total-more"] === "true",
        isNearly: headers["x-matched"] === "nearly",
      };
}

async function requestSummaries(query: string): Promise<WithHeaders<readonly EventSummary[]>> {
  const path: Path = `/account/${env().TICKETING_ACCOUNT}/eventSummaries${query}`;
  const answer = await requestWithHeaders({ name: "listEvents", method: "GET", path, answer: eventSummaries });
  if (answer === undefined) throw new TicketingFault("listEvents found no such account.");
  return answer;
}

export async function getEvent(eventId: number): Promise<Event | undefined> {
  return request({ name: "getEvent", method: "GET", path: pathTo`/event/${eventId}/detailed`, answer: event });
}

export async function getEventDate(eventDateId: number): Promise<EventDate | undefined> {
  return request({ name: "getEventDate", method: "GET", path: pathTo`/eventDate/${eventDateId}`, answer: eventDate });
}

/** An unknown status is read as not on sale. */
export const saleStatus = z
  .enum(["NOT_ON_SALE", "ON_SALE", "SOLD_OUT", "CLOSED", "CANCELLED"])
  .catch("NOT_ON_SALE") satisfies z.ZodType<SaleStatus>;

const summaryShape = z.object({
  id,
  name: z.string().min(1),
  description: optional(z.string(), ""),
  heroImageUrl: absent(z.string().transform(pictureUrl)),
  heroImageAlt: absentText,
  lowPrice: absent(money),
  firstDate: absent(instant),
  firstDateEnd: absent(instant).catch(undefined),
  lastDate: absent(instant),
  lastDateEnd: absent(instant).catch(undefined),
  saleStatus: z
    .unknown()
    .optional()
    .transform((status) => (status == null ? undefined : saleStatus.parse(status))),
  waitingRoom: absent(z.boolean()).catch(undefined),
  venue,
  tags: optional(z.array(z.string()), []),
  eventGroups: optional(refs, []),
});

const eventSummary = summaryShape.transform(toSummary) satisfies z.ZodType<EventSummary>;

/** A summary need not have a status: with a price it is listed as on sale, and its own page shows the status. */
function toSummary({ lowPrice, venue, eventGroups, saleStatus, ...summary }: z.output<typeof summaryShape>) {
  return withoutUndefined({
    ...summary,
    saleStatus: saleStatus ?? (lowPrice === undefined ? "NOT_ON_SALE" : "ON_SALE"),
    from: lowPrice,
    venue: withTimeZone(venue, summary.firstDate),
    groups: eventGroups.map(({ id, name }) => ({ id, name })),
  });
}

/** The interface returns a list; a list wrapped in an object is accepted too. */
export const eventSummaries = z.union([
  z.array(eventSummary),
  z.object({ eventSummaries: z.array(eventSummary) }).transform(({ eventSummaries }) => eventSummaries),
]);

export const event = summaryShape
  .extend({
    abstract: absent(z.string()),
    abstractText: absent(z.string()),
    ageLimit: absentText,
    refundPolicy,
    externalTermsUrl: absent(z.string().transform(httpsOrUndefined)),
    eventDates: optional(refs, []),
    fields: optional(z.array(field), []),
    guestFields: optional(z.array(guestField), []),
  })
  .transform(
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
        ...toSummary(summary),
        abstract: abstract ?? abstractText ?? "",
        ageLimit,
        refundPolicy,
        termsUrl: externalTermsUrl,
        eventDateIds: eventDates.map(({ id }) => id),
        fields,
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

export const eventDate = z
  .object({
    id,
    event: ref,
    startDate: instant,
    endDate: absent(instant),
    doors: absent(instant).catch(undefined),
    label: absent(z.string()),
    group: absent(z.string()),
    saleStatus,
    timeZone: absent(z.string()),
  })
  .transform(({ event, startDate, endDate, label, group, timeZone, ...date }) =>
    withoutUndefined({
      ...date,
      eventId: event.id,
      startsAt: startDate,
      endsAt: endDate,
      label: label || undefined,
      dateGroup: group || undefined,
      timeZone: timeZone ?? zoneOf(startDate),
    }),
  ) satisfies z.ZodType<EventDate>;
