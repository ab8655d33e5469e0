import { z } from "zod";
import {
  changeVenue,
  changeVenueConfiguration,
  changeVenueSection,
  createVenue,
  createVenueConfiguration,
  createVenueSection,
  getVenue,
  getVenueConfiguration,
  getVenueSection,
} from "#src/catalogue/use-cases/venues.ts";
import { declareCall } from "#src/platform/http/call.ts";
import { replyChanged, replyCreated } from "#src/platform/http/change-refusals.ts";
import { line, name, places, prose, sortIdx, url, version } from "#src/platform/http/fields.ts";
import { declareRead } from "#src/platform/http/resource-calls.ts";
import { created, done, id, idParams, ref, toRef } from "#src/platform/http/shapes.ts";
import { address } from "./ticket-shapes.ts";

const addressInput = z.strictObject({
  streetAddress1: addressLine(200),
  streetAddress2: addressLine(200),
  city: addressLine(100),
  postcode: addressLine(20),
  state: addressLine(100),
  country: addressLine(100),
});

/** The entrance to a section, as signs and staff name it. */
const door = line(100).nullable();

/** The sections that share its floor. They name it in turn. */
const overlaps = z.array(id).max(500);

export const VENUE_CALLS = [
  declareRead({
    path: "/venue/{id}",
    summary: "A venue with its sections and configurations",
    access: "ANY_USER",
    answer: z.object({
      id,
      version: z.int(),
      name: z.string(),
      address,
      timeZone: z.string(),
      mapUrl: z.string().nullable(),
      account: ref,
      venueSections: z.array(ref),
      venueConfigurations: z.array(ref),
    }),
    thing: "venue",
    find: getVenue,
    show: ({ sections, configurations, ...venue }, _runtime, caller) => ({
      ...venue,
      account: toRef("account", caller.account),
      venueSections: sections.map((section) => toRef("venueSection", section)),
      venueConfigurations: configurations.map((configuration) => toRef("venueConfiguration", configuration)),
    }),
  }),
  declareCall({
    method: "POST",
    path: "/venue",
    summary: "Add a venue",
    access: ["MANAGE"],
    body: z.strictObject({
      name,
      address: addressInput.default({}),
      timeZone: line(60),
      mapUrl: url.nullable().default(null),
    }),
    answer: created,
    handle: async ({ runtime, caller, body }) => {
      return replyCreated(await createVenue(runtime, caller, { ...body, address: withoutBlank(body.address) }));
    },
  }),
  declareCall({
    method: "PUT",
    path: "/venue/{id}",
    summary: "Change a venue's name, address or map",
    access: ["MANAGE"],
    params: idParams,
    body: z.strictObject({
      name: name.optional(),
      address: addressInput.optional(),
      mapUrl: url.nullable().optional(),
      version,
    }),
    answer: done,
    handle: async ({ runtime, caller, params, body }) => {
      const address = body.address && withoutBlank(body.address);
      return replyChanged(await changeVenue(runtime, caller, params.id, { ...body, address }));
    },
  }),
  declareRead({
    path: "/venueSection/{id}",
    summary: "A section of a venue",
    access: "ANY_USER",
    answer: z.object({
      id,
      version: z.int(),
      name: z.string(),
      capacity: z.int(),
      sortIdx: z.int(),
      door: z.string().nullable(),
      overlaps: z.array(id),
      venue: ref,
    }),
    thing: "venue section",
    find: getVenueSection,
    show: ({ overlaps, ...section }) => ({
      ...section,
      overlaps: [...overlaps],
      venue: toRef("venue", { id: section.venueId, name: section.venueName }),
    }),
  }),
  declareCall({
    method: "POST",
    path: "/venueSection",
    summary: "Add a section to a venue",
    access: ["MANAGE"],
    body: z.strictObject({
      venue: id,
      name,
      capacity: places,
      sortIdx: sortIdx.default(0),
      door: door.default(null),
      overlaps: overlaps.default([]),
    }),
    answer: created,
    handle: async ({ runtime, caller, body: { venue: venueId, ...section } }) => {
      return replyCreated(await createVenueSection(runtime, caller, { ...section, venueId }));
    },
  }),
  declareCall({
    method: "PUT",
    path: "/venueSection/{id}",
    summary:
      "Change a section's name, its capacity on all dates ahead, its sort index, its door, or the sections that share its floor",
    access: ["MANAGE"],
    params: idParams,
    body: z.strictObject({
      name: name.optional(),
      capacity: places.optional(),
      sortIdx: sortIdx.optional(),
      door: door.optional(),
      overlaps: overlaps.optional(),
      version,
    }),
    answer: done,
    handle: async ({ runtime, caller, params, body }) => {
      return replyChanged(await changeVenueSection(runtime, caller, params.id, body));
    },
  }),
  declareRead({
    path: "/venueConfiguration/{id}",
    summary: "A configuration: sections that are sold together, of which no two share their floor",
    access: "ANY_USER",
    answer: z.object({ id, version: z.int(), name: z.string(), venue: ref, venueSections: z.array(ref) }),
    thing: "venue configuration",
    find: getVenueConfiguration,
    show: ({ id, version, name, venueId, venueName, sections }) => ({
      id,
      version,
      name,
      venue: toRef("venue", { id: venueId, name: venueName }),
      venueSections: sections.map((section) => toRef("venueSection", section)),
    }),
  }),
  declareCall({
    method: "POST",
    path: "/venueConfiguration",
    summary: "Add a configuration to a venue",
    access: ["MANAGE"],
    body: z.strictObject({ venue: id, name, venueSections: z.array(id).min(1).max(500) }),
    answer: created,
    handle: async ({ runtime, caller, body }) => {
      const configuration = { venueId: body.venue, name: body.name, sectionIds: body.venueSections };
      return replyCreated(await createVenueConfiguration(runtime, caller, configuration));
    },
  }),
  declareCall({
    method: "PUT",
    path: "/venueConfiguration/{id}",
    summary: "Change a configuration's name or its sections",
    access: ["MANAGE"],
    params: idParams,
    body: z.strictObject({ name: name.optional(), venueSections: z.array(id).min(1).max(500).optional(), version }),
    answer: done,
    handle: async ({ runtime, caller, params, body: { venueSections: sectionIds, ...rest } }) => {
      return replyChanged(await changeVenueConfiguration(runtime, caller, params.id, { ...rest, sectionIds }));
    },
  }),
];

/** A line of an address, which forms may send empty. */
function addressLine(charactersMax: number) {
  return prose(charactersMax).trim().optional();
}

/** Returns the fields that are not empty. */
function withoutBlank<Field extends string>(fields: Partial<Record<Field, string | undefined>>) {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value)) as Partial<Record<Field, string>>;
}
