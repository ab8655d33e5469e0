import { z } from "zod";
import { addSite, changeSite, getSite, listSites, removeSite, type SiteInFull } from "#src/accounts/use-cases/sites.ts";
import { formatInstant } from "#src/platform/domain/venue-time.ts";
import { answer, declareCall } from "#src/platform/http/call.ts";
import { replyChanged, replyCreated } from "#src/platform/http/change-refusals.ts";
import { version } from "#src/platform/http/fields.ts";
import { named } from "#src/platform/http/openapi/schemas.ts";
import { declareRead } from "#src/platform/http/resource-calls.ts";
import { created, done, id, idParams, pageOf, paging, totalHeader } from "#src/platform/http/shapes.ts";

const site = named(
  "Site",
  z.object({
    id,
    version: z.int(),
    origin: z.string(),
    returnPrefix: z.string().nullable(),
    created: z.string(),
    /** Sold in the last 7 days through embeds on it. For users with MANAGE. */
    tickets: z.int().optional(),
  }),
);

const text = z.string().max(300);

export const SITE_CALLS = [
  declareCall({
    method: "GET",
    path: "/account/{id}/sites",
    isExtension: true,
    summary:
      "The websites that may show the account's embeds, at most 50. Their origins are the account's `embedOrigins`",
    access: ["PUBLIC", "MANAGE"],
    params: idParams,
    query: z.strictObject(paging),
    answer: z.object({ sites: z.array(site) }),
    handle: async ({ runtime, caller, query }) => {
      const { things, total } = await listSites(runtime, caller, pageOf(query));
      return answer({ sites: things.map(toSite) }, totalHeader(total));
    },
  }),
  declareCall({
    method: "POST",
    path: "/account/{id}/sites",
    isExtension: true,
    summary:
      "Add a website by its origin, of https with a public name where the service is one of production. A buyer may be sent back to the path `returnPrefix` and to all below it",
    access: ["MANAGE"],
    params: idParams,
    body: z.strictObject({ origin: text, returnPrefix: text.nullable().optional() }),
    answer: created,
    handle: async ({ runtime, caller, body }) => replyCreated(await addSite(runtime, caller, body)),
  }),
  declareRead({
    path: "/site/{id}",
    isExtension: true,
    summary: "A website that may show the account's embeds",
    access: ["PUBLIC", "MANAGE"],
    answer: site,
    thing: "site",
    find: getSite,
    show: toSite,
  }),
  declareCall({
    method: "PUT",
    path: "/site/{id}",
    isExtension: true,
    summary: "Change the path of a website that buyers may be sent back to. Its origin never changes",
    access: ["MANAGE"],
    params: idParams,
    body: z.strictObject({ returnPrefix: text.nullable().optional(), version }),
    answer: done,
    handle: async ({ runtime, caller, params, body }) =>
      replyChanged(await changeSite(runtime, caller, params.id, body)),
  }),
  declareCall({
    method: "DELETE",
    path: "/site/{id}",
    isExtension: true,
    summary: "Remove a website, which then shows no embed",
    access: ["MANAGE"],
    params: idParams,
    answer: done,
    handle: async ({ runtime, caller, params }) => replyChanged(await removeSite(runtime, caller, params.id)),
  }),
];

function toSite({ createdAt, ...rest }: SiteInFull): z.input<typeof site> {
  return { ...rest, created: formatInstant(createdAt, "UTC") };
}
