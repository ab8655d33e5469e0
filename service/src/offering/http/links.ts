import { z } from "zod";
import { LINK_KINDS, type Link, REF } from "#src/offering/domain/link.ts";
import { changeLink, createLink, getLink, listLinks } from "#src/offering/use-cases/links.ts";
import { endPartner, makePartner } from "#src/offering/use-cases/partners.ts";
import { formatInstant } from "#src/platform/domain/venue-time.ts";
import { answer, declareCall } from "#src/platform/http/call.ts";
import { refuseChange, replyChanged } from "#src/platform/http/change-refusals.ts";
import { line, version } from "#src/platform/http/fields.ts";
import { listQuery, truncated, truncatedAt, wordsOf } from "#src/platform/http/list-query.ts";
import { named } from "#src/platform/http/openapi/schemas.ts";
import { declareRead } from "#src/platform/http/resource-calls.ts";
import { created, done, id, idParams, pageOf, ref, toRef, totalHeader } from "#src/platform/http/shapes.ts";
import { codeText } from "#src/pricing/http/code-shapes.ts";

const name = line(100);
const kind = z.enum(LINK_KINDS);

const link = named(
  "Link",
  z.object({
    id,
    version: z.int(),
    ref: z.string(),
    name: z.string(),
    kind,
    /** One of the two. Null: the list of events. */
    opens: z.object({ event: ref.optional(), group: ref.optional() }).nullable(),
    /** Null also for users without MANAGE: whoever has it may use it. */
    code: z.string().nullable(),
    ended: z.string().nullable(),
    /** Whether and since when a partner may see its results, with the revenue or without. */
    partner: z.object({ revenue: z.boolean(), created: z.string() }).nullable(),
    created: z.string(),
  }),
);

export const LINK_CALLS = [
  declareCall({
    method: "GET",
    path: "/account/{id}/links",
    isExtension: true,
    summary:
      "The account's links, embeds and posters, the newest first. `q` is looked for in name and ref. X-Total-Count is the number on all pages",
    access: ["REPORTS"],
    params: idParams,
    query: z.strictObject({ state: z.enum(["live", "ended"]).optional(), ...listQuery(["name"]) }),
    answer: z.object({ links: z.array(link), ...truncated }),
    handle: async ({ runtime, caller, query: { q = "", state, sort, ...query } }) => {
      const page = pageOf(query);
      const { things, total } = await listLinks(runtime, caller, { words: wordsOf(q), state, sort, ...page });
      const mayReadCodes = caller.capabilities.has("MANAGE");
      const links = things.map(toLink).map((one) => (mayReadCodes ? one : { ...one, code: null }));
      return answer({ links, ...truncatedAt(page, total) }, totalHeader(total));
    },
  }),
  declareCall({
    method: "POST",
    path: "/account/{id}/links",
    isExtension: true,
    summary:
      "Add a link, an embed or a poster, known in sales by its `ref`. Without `ref` one is made of the name; without `opens` it opens the list of events. At most 500 that have not ended",
    access: ["MANAGE"],
    params: idParams,
    body: z.strictObject({
      name,
      ref: z
        .string()
        .regex(REF, "letters, digits, points, hyphens and underscores are expected, at most 60")
        .optional(),
      kind,
      opens: z
        .union([z.strictObject({ event: id }), z.strictObject({ group: id })])
        .nullable()
        .optional(),
      code: codeText.nullable().optional(),
    }),
    answer: created.extend({ ref: z.string() }),
    handle: async ({ runtime, caller, body }) => {
      const made = await createLink(runtime, caller, body);
      return made.ok ? answer({ successful: true as const, id: made.id, ref: made.ref }) : refuseChange(made);
    },
  }),
  declareRead({
    path: "/link/{id}",
    isExtension: true,
    summary: "A link, an embed or a poster",
    access: ["MANAGE"],
    answer: link,
    thing: "link",
    find: getLink,
    show: toLink,
  }),
  declareCall({
    method: "PUT",
    path: "/link/{id}",
    isExtension: true,
    summary: "Change the name or the code of a link, end it, or take that back. Its ref never changes",
    access: ["MANAGE"],
    params: idParams,
    body: z.strictObject({
      name: name.optional(),
      code: codeText.nullable().optional(),
      ended: z.boolean().optional(),
      version,
    }),
    answer: done,
    handle: async ({ runtime, caller, params, body }) =>
      replyChanged(await changeLink(runtime, caller, params.id, body)),
  }),
  declareCall({
    method: "POST",
    path: "/link/{id}/partner",
    isExtension: true,
    summary:
      "Make the key with which a partner reads what a link opened and sold, with the revenue or without. It is shown once, and ends an earlier one",
    access: ["MANAGE"],
    params: idParams,
    body: z.strictObject({ revenue: z.boolean() }),
    answer: z.object({ successful: z.literal(true), key: z.string() }),
    handle: async ({ runtime, caller, params, body }) => {
      const made = await makePartner(runtime, caller, params.id, body.revenue);
      return made.ok ? answer({ successful: true as const, key: made.key }) : refuseChange(made);
    },
  }),
  declareCall({
    method: "DELETE",
    path: "/link/{id}/partner",
    isExtension: true,
    summary: "End the key of a link's partner",
    access: ["MANAGE"],
    params: idParams,
    answer: done,
    handle: async ({ runtime, caller, params }) => replyChanged(await endPartner(runtime, caller, params.id)),
  }),
];

function toLink(found: Link): z.input<typeof link> {
  const { event, eventGroup, endedAt, partnerAt, partnerRevenue, createdAt, ...rest } = found;
  const group = eventGroup && { group: toRef("eventGroup", eventGroup) };
  return {
    ...rest,
    opens: event ? { event: toRef("event", event) } : group,
    ended: endedAt && formatInstant(endedAt, "UTC"),
    partner: partnerAt && { revenue: partnerRevenue, created: formatInstant(partnerAt, "UTC") },
    created: formatInstant(createdAt, "UTC"),
  };
}
