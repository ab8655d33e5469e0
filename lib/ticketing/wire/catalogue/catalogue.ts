import "server-only";

import { z } from "zod";
import type { Event, EventSummary, SaleStatus } from "#lib/domain/catalogue/event.ts";
import type { EventDate } from "#lib/domain/catalogue/event-date.ts";
import { field, guestField } from "#lib/ticketing/wire/catalogue/field.ts";
import { placed, venue } from "#lib/ticketing/wire/catalogue/venue.ts";
import {
  absent,
  httpsOrNothing,
  id,
  instant,
  known,
  money,
  optional,
  ref,
  refs,
  zoneOf,
} from "#lib/ticketing/wire/shapes.ts";

/** A status that we do not know is not on sale: what may not be sold is never offered. */
export const saleStatus = z
  .enum(["NOT_ON_SALE", "ON_SALE", "SOLD_OUT", "CLOSED", "CANCELLED"])
  .catch("NOT_ON_SALE") satisfies z.ZodType<SaleStatus>;

const shown = z.object({
  id,
  name: z.string().min(1),
  description: optional(z.string(), ""),
  heroImageUrl: absent(z.string().transform(httpsOrNothing)),
  lowPrice: absent(money),
  firstDate: absent(instant),
  lastDate: absent(instant),
  saleStatus,
  venue,
  tags: optional(z.array(z.string()), []),
  eventGroups: optional(refs, []),
});

export const eventSummary = shown.transform(summarised) satisfies z.ZodType<EventSummary>;

function summarised({ lowPrice, venue, eventGroups, ...summary }: z.output<typeof shown>) {
  const groups = eventGroups.map(({ id, name }) => ({ id, name }));
  return known({ ...summary, from: lowPrice, venue: placed(venue, summary.firstDate), groups });
}

/** The reference has a list; a wrapper around it is read too. */
export const eventSummaries = z.union([
  z.array(eventSummary),
  z.object({ eventSummaries: z.array(eventSummary) }).transform(({ eventSummaries }) => eventSummaries),
]);

export const event = shown
  .extend({
    abstract: absent(z.string()),
    abstractText: absent(z.string()),
    externalTermsUrl: absent(z.string().transform(httpsOrNothing)),
    eventDates: optional(refs, []),
    fields: optional(z.array(field), []),
    guestFields: optional(z.array(guestField), []),
  })
  .transform(({ abstract, abstractText, externalTermsUrl, eventDates, fields, guestFields, ...summary }) =>
    known({
      ...summarised(summary),
      abstract: abstract ?? abstractText ?? "",
      termsUrl: externalTermsUrl,
      eventDateIds: eventDates.map(({ id }) => id),
      fields,
      guestFields,
    }),
  ) satisfies z.ZodType<Event>;

export const eventDate = z
  .object({
    id,
    event: ref,
    startDate: instant,
    endDate: absent(instant),
    label: absent(z.string()),
    group: absent(z.string()),
    saleStatus,
    timeZone: absent(z.string()),
  })
  .transform(({ event, startDate, endDate, label, group, timeZone, ...date }) =>
    known({
      ...date,
      eventId: event.id,
      startsAt: startDate,
      endsAt: endDate,
      label: label || undefined,
      dateGroup: group || undefined,
      timeZone: timeZone ?? zoneOf(startDate),
    }),
  ) satisfies z.ZodType<EventDate>;
