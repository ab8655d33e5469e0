import { z } from "zod";
import type { EventGroup } from "#src/catalogue/domain/event-group.ts";
import {
  changeEventGroup,
  createEventGroup,
  getEventGroup,
  listEventGroups,
  publishEventGroup,
} from "#src/offering/use-cases/event-groups.ts";
import { listSpanningDiscounts } from "#src/offering/use-cases/offerings.ts";
import { declareCall } from "#src/platform/http/call.ts";
import { replyChanged, replyCreated } from "#src/platform/http/change-refusals.ts";
import { name, prose, tags, url, version } from "#src/platform/http/fields.ts";
import { named } from "#src/platform/http/openapi/schemas.ts";
import { declareRead, declareRefs, declareSwitch } from "#src/platform/http/resource-calls.ts";
import { created, done, id, idParams, ref, toRef } from "#src/platform/http/shapes.ts";
import type { Discount } from "#src/pricing/domain/discount.ts";
import { offeredDiscount, toOfferedDiscount } from "./offerings.ts";

const eventGroup = named(
  "EventGroup",
  z.object({
    id,
    version: z.int(),
    name: z.string(),
    description: z.string(),
    abstract: z.string(),
    heroImageUrl: z.string().nullable(),
    tags: z.array(z.string()),
    published: z.boolean(),
    events: z.array(ref),
    /** Discounts that span several of its events and need no code. */
    discounts: z.array(offeredDiscount),
  }),
);

const texts = {
  description: prose(10_000).optional(),
  abstractText: prose(2_000).optional(),
  heroImageUrl: url.nullable().optional(),
  tags: tags.optional(),
  events: z.array(id).max(500).optional(),
};

export const EVENT_GROUP_CALLS = [
  declareRead({
    path: "/eventGroup/{id}",
    summary: "A group of events, in the organiser's order",
    access: "ANY_USER",
    answer: eventGroup,
    thing: "event group",
    find: getEventGroup,
    show: async (group, runtime, caller) => {
      return toEventGroup(group, await listSpanningDiscounts(runtime, caller, group));
    },
  }),
  declareCall({
    method: "POST",
    path: "/eventGroup",
    summary: "Add a group of events. It is a draft until it is published",
    access: ["MANAGE"],
    body: z.strictObject({ name, ...texts }),
    answer: created,
    handle: async ({ runtime, caller, body: { events: eventIds, ...rest } }) => {
      return replyCreated(await createEventGroup(runtime, caller, { ...rest, eventIds }));
    },
  }),
  declareCall({
    method: "PUT",
    path: "/eventGroup/{id}",
    summary: "Change a group's texts or events. A list of events replaces the previous list",
    access: ["MANAGE"],
    params: idParams,
    body: z.strictObject({ name: name.optional(), ...texts, version }),
    answer: done,
    handle: async ({ runtime, caller, params, body: { events: eventIds, ...rest } }) => {
      return replyChanged(await changeEventGroup(runtime, caller, params.id, { ...rest, eventIds }));
    },
  }),
  declareSwitch({
    path: "/eventGroup/{id}/publish",
    flag: "published",
    summary: "Publish or unpublish a group. Its events do not change",
    change: publishEventGroup,
  }),
  declareRefs({
    path: "/account/{id}/eventgroups",
    summary: "The account's groups by name, with drafts for users who may manage or sell at the box office",
    access: "ANY_USER",
    kind: "eventGroup",
    list: listEventGroups,
  }),
];

function toEventGroup(
  { abstractText, heroImageUrl, events, tags, ...group }: EventGroup,
  discounts: readonly Discount[],
): z.input<typeof eventGroup> {
  return {
    ...group,
    abstract: abstractText,
    heroImageUrl: heroImageUrl ?? null,
    tags: [...tags],
    events: events.map((event) => toRef("event", event)),
    discounts: discounts.map(toOfferedDiscount),
  };
}
