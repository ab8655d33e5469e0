import { z } from "zod";
import { getEnabledFields } from "#src/catalogue/use-cases/additional-fields.ts";
import { changeEvent, createEvent, getEvent, type Notices } from "#src/catalogue/use-cases/events.ts";
import { declareCall } from "#src/platform/http/call.ts";
import { replyChanged, replyCreated } from "#src/platform/http/change-refusals.ts";
import { currencyCode, line, name, prose, tags, url, version } from "#src/platform/http/fields.ts";
import { declareRead } from "#src/platform/http/resource-calls.ts";
import { created, done, id, idParams } from "#src/platform/http/shapes.ts";
import { eventDetailed, eventInFull, toEvent, toEventDetailed } from "./event-shapes.ts";
import { publishableCall, publishCall } from "./publishing.ts";
import { refundPolicy } from "./ticket-shapes.ts";

const refundPolicyInput = z.strictObject(refundPolicy.shape);

const texts = {
  description: prose(10_000).optional(),
  abstractText: prose(2_000).optional(),
  htmlDescription: prose(50_000).optional(),
  heroImageUrl: url.nullable().optional(),
  heroImageAlt: line(300).nullable().optional(),
  ageLimit: line(100).nullable().optional(),
  refundPolicy: refundPolicyInput.nullable().optional(),
  externalTermsUrl: url.nullable().optional(),
  termsRequired: z.boolean().optional(),
  waitingRoom: z.boolean().optional(),
  landingPageUrl: url.nullable().optional(),
  followUpEmail: prose(50_000).nullable().optional(),
  tags: tags.optional(),
  qrType: z.enum(["A", "B"]).optional(),
};

/** Returns the calls of events. `notices` tells buyers of a cancelled event. */
export const eventCalls = (notices: Notices) => [
  declareRead({
    path: "/event/{id}",
    summary: "An event with its dates",
    access: "ANY_USER",
    answer: eventInFull,
    thing: "event",
    find: getEvent,
    show: (event, _runtime, caller) => toEvent(event, caller),
  }),
  declareRead({
    path: "/event/{id}/detailed",
    summary: "An event with its questions and all its texts",
    access: "ANY_USER",
    answer: eventDetailed,
    thing: "event",
    find: getEvent,
    show: async (event, runtime, caller) =>
      toEventDetailed(event, event.hasQuestions ? await getEnabledFields(runtime, event.id) : [], caller),
  }),
  declareCall({
    method: "POST",
    path: "/event",
    summary: "Add an event. It is a draft until it is published",
    access: ["MANAGE"],
    body: z.strictObject({
      name,
      venue: id,
      venueConfiguration: id.optional(),
      currency: currencyCode.optional(),
      ...texts,
    }),
    answer: created,
    handle: async ({ runtime, caller, body: { name, venue: venueId, venueConfiguration, currency, ...texts } }) => {
      const event = { name, venueId, venueConfigurationId: venueConfiguration, currency, texts };
      return replyCreated(await createEvent(runtime, caller, event));
    },
  }),
  declareCall({
    method: "PUT",
    path: "/event/{id}",
    summary:
      "Change an event's texts or venue configuration, or cancel it. Codes of type B in place of A are mailed to its buyers",
    access: ["MANAGE"],
    params: idParams,
    body: z.strictObject({
      name: name.optional(),
      cancelled: z.boolean().optional(),
      venueConfiguration: id.optional(),
      ...texts,
      version,
    }),
    answer: done,
    handle: async ({ runtime, caller, params, body: { venueConfiguration: venueConfigurationId, ...rest } }) => {
      return replyChanged(await changeEvent(runtime, caller, params.id, { ...rest, venueConfigurationId }, notices));
    },
  }),
  publishCall,
  publishableCall,
];
