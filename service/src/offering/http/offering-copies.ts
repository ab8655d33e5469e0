import { z } from "zod";
import type { OfferingCopy } from "#src/offering/domain/offering-copy.ts";
import {
  changeOfferingCopy,
  createOfferingCopy,
  deleteOfferingCopy,
  getOfferingCopy,
  listOfferingCopies,
} from "#src/offering/use-cases/offering-copies.ts";
import { answer, declareCall, missing } from "#src/platform/http/call.ts";
import { replyChanged, replyCreated } from "#src/platform/http/change-refusals.ts";
import { line, offeringPage, sortIdx, version } from "#src/platform/http/fields.ts";
import { named } from "#src/platform/http/openapi/schemas.ts";
import { declareRead } from "#src/platform/http/resource-calls.ts";
import { created, done, id, idParams, pageOf, paging, totalHeader } from "#src/platform/http/shapes.ts";

const text = line(2_000);

const copy = named(
  "OfferingCopy",
  z.object({
    id,
    version: z.int(),
    event: id,
    eventDate: id.nullable(),
    page: offeringPage,
    text: z.string(),
    sortIdx: z.int(),
  }),
);

export const OFFERING_COPY_CALLS = [
  declareCall({
    method: "GET",
    path: "/event/{id}/offeringCopies",
    summary: "The texts between the ticket types of an event",
    access: ["MANAGE"],
    params: idParams,
    query: z.strictObject(paging),
    answer: z.object({ copies: z.array(copy) }),
    handle: async ({ runtime, caller, params, query }) => {
      const found = await listOfferingCopies(runtime, caller, params.id, pageOf(query));
      return found ? answer({ copies: found.things.map(toCopy) }, totalHeader(found.total)) : missing("id", "event");
    },
  }),
  declareRead({
    path: "/offeringCopy/{id}",
    summary: "A text between ticket types",
    access: ["MANAGE"],
    answer: copy,
    thing: "copy",
    find: getOfferingCopy,
    show: toCopy,
  }),
  declareCall({
    method: "POST",
    path: "/offeringCopy",
    summary: "Add a text between ticket types, placed by sort index, on one date or on every date of the event",
    access: ["MANAGE"],
    body: z.strictObject({
      event: id,
      eventDate: id.nullable().optional(),
      page: offeringPage.default("TICKETS"),
      text,
      sortIdx: sortIdx.default(0),
    }),
    answer: created,
    handle: async ({ runtime, caller, body: { event, eventDate, ...rest } }) => {
      return replyCreated(
        await createOfferingCopy(runtime, caller, {
          ...rest,
          eventId: event,
          eventDateId: eventDate ?? undefined,
        }),
      );
    },
  }),
  declareCall({
    method: "PUT",
    path: "/offeringCopy/{id}",
    summary: "Change a text or its place",
    access: ["MANAGE"],
    params: idParams,
    body: z.strictObject({
      eventDate: id.nullable().optional(),
      page: offeringPage.optional(),
      text: text.optional(),
      sortIdx: sortIdx.optional(),
      version,
    }),
    answer: done,
    handle: async ({ runtime, caller, params, body: { eventDate, ...rest } }) => {
      return replyChanged(await changeOfferingCopy(runtime, caller, params.id, { ...rest, eventDateId: eventDate }));
    },
  }),
  declareCall({
    method: "DELETE",
    path: "/offeringCopy/{id}",
    summary: "Delete a text",
    access: ["MANAGE"],
    params: idParams,
    answer: done,
    handle: async ({ runtime, caller, params }) => {
      return replyChanged(await deleteOfferingCopy(runtime, caller, params.id));
    },
  }),
];

function toCopy({ eventId, eventDateId, ...rest }: OfferingCopy): z.input<typeof copy> {
  return { ...rest, event: eventId, eventDate: eventDateId ?? null };
}
