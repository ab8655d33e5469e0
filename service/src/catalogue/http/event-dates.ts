import { z } from "zod";
import { changeEventDate, createEventDate } from "#src/catalogue/use-cases/event-dates.ts";
import { getEventOf, type Notices } from "#src/catalogue/use-cases/events.ts";
import { answer, declareCall, missing } from "#src/platform/http/call.ts";
import { replyChanged, replyCreated } from "#src/platform/http/change-refusals.ts";
import { line, sortIdx, version, when } from "#src/platform/http/fields.ts";
import { named } from "#src/platform/http/openapi/schemas.ts";
import { created, currency, done, id, idParams, ref, toCurrency, toRef } from "#src/platform/http/shapes.ts";
import { dateShown, type GetFigures, toDateShown } from "./event-shapes.ts";

const eventDate = named(
  "EventDate",
  z.object({
    ...dateShown,
    version: z.int(),
    /** True also while its whole event is cancelled. */
    cancelled: z.boolean(),
    sortIdx: z.int(),
    venueConfiguration: ref,
    timeZone: z.string(),
    ticketTypes: z.array(ref),
    ticketsAvailable: z.int(),
    /** For users who manage. */
    ticketsSold: z.int().optional(),
    /** For users who manage. */
    ticketsRefunded: z.int().optional(),
    /** For users who manage or scan. */
    ticketsAdmitted: z.int().optional(),
    /** For users who manage. */
    revenue: currency.optional(),
  }),
);

/** Returns the calls of event dates. `getFigures` reads the numbers of tickets, `notices` tells buyers of changes. */
export const eventDateCalls = (getFigures: GetFigures, notices: Notices) => [
  declareCall({
    method: "GET",
    path: "/eventDate/{id}",
    summary: "One occurrence of an event",
    access: "ANY_USER",
    params: idParams,
    answer: eventDate,
    handle: async ({ runtime, caller, params }) => {
      const event = await getEventOf(runtime, caller, { eventDateId: params.id });
      const date = event?.dates.find((one) => one.id === params.id);
      if (event === undefined || date === undefined) return missing("id", "event date");
      const ids = date.ticketTypes.map((type) => type.id);
      const { sold, admitted, refunded, revenueMinor } = await getFigures(runtime, caller, event, ids);
      return answer({
        ...toDateShown(event, date),
        version: date.version,
        cancelled: date.cancelled,
        sortIdx: date.sortIdx,
        venueConfiguration: toRef("venueConfiguration", date.venueConfiguration),
        timeZone: event.venue.timeZone,
        ticketTypes: date.ticketTypes.map((type) => toRef("ticketType", type)),
        ticketsAvailable: date.ticketsAvailable,
        ...(sold !== undefined && { ticketsSold: sold }),
        ...(refunded !== undefined && { ticketsRefunded: refunded }),
        ...(admitted !== undefined && { ticketsAdmitted: admitted }),
        ...(revenueMinor !== undefined && {
          revenue: toCurrency({ minor: revenueMinor, currency: event.currency }),
        }),
      });
    },
  }),
  declareCall({
    method: "POST",
    path: "/eventDate",
    summary: "Add a date to an event, in the venue's wall time",
    access: ["MANAGE"],
    body: z.strictObject({
      event: id,
      venueConfiguration: id.optional(),
      eventStart: when,
      eventEnd: when.optional(),
      doors: when.optional(),
      group: line(200).optional(),
      label: line(200).optional(),
      sortIdx: sortIdx.default(0),
    }),
    answer: created,
    handle: async ({ runtime, caller, body }) => {
      return replyCreated(
        await createEventDate(runtime, caller, {
          eventId: body.event,
          venueConfigurationId: body.venueConfiguration,
          starts: body.eventStart,
          ends: body.eventEnd,
          doors: body.doors,
          label: body.label,
          dateGroup: body.group,
          sortIdx: body.sortIdx,
        }),
      );
    },
  }),
  declareCall({
    method: "PUT",
    path: "/eventDate/{id}",
    summary: "Change a date's time, configuration, label, group or sort index, or cancel it",
    access: ["MANAGE"],
    params: idParams,
    body: z.strictObject({
      group: line(200).nullable().optional(),
      label: line(200).nullable().optional(),
      sortIdx: sortIdx.optional(),
      cancelled: z.boolean().optional(),
      eventStart: when.optional(),
      eventEnd: when.nullable().optional(),
      doors: when.nullable().optional(),
      venueConfiguration: id.optional(),
      version,
    }),
    answer: done,
    handle: async ({ runtime, caller, params, body }) => {
      return replyChanged(
        await changeEventDate(
          runtime,
          caller,
          params.id,
          {
            version: body.version,
            label: body.label,
            dateGroup: body.group,
            sortIdx: body.sortIdx,
            cancelled: body.cancelled,
            starts: body.eventStart,
            ends: body.eventEnd,
            doors: body.doors,
            venueConfigurationId: body.venueConfiguration,
          },
          notices,
        ),
      );
    },
  }),
];
