import { z } from "zod";
import type { VenueInFull } from "#src/catalogue/domain/venue.ts";
import { listVenueSummaries } from "#src/catalogue/use-cases/venues.ts";
import { answer, declareCall } from "#src/platform/http/call.ts";
import { listQuery, truncated, truncatedAt, wordsOf } from "#src/platform/http/list-query.ts";
import { named } from "#src/platform/http/openapi/schemas.ts";
import { id, idParams, pageOf, totalHeader } from "#src/platform/http/shapes.ts";
import { address } from "./ticket-shapes.ts";

const version = z.int();

const venueSummary = named(
  "VenueSummary",
  z.object({
    id,
    name: z.string(),
    address,
    timeZone: z.string(),
    mapUrl: z.string().nullable(),
    version,
    sections: z.array(
      z.object({
        id,
        name: z.string(),
        capacity: z.int(),
        sortIdx: z.int(),
        door: z.string().nullable(),
        /** The ids of the sections that share its floor. */
        overlaps: z.array(id),
        version,
      }),
    ),
    configurations: z.array(z.object({ id, name: z.string(), venueSections: z.array(id), version })),
  }),
);

export const VENUE_SUMMARY_CALLS = [
  declareCall({
    method: "GET",
    path: "/account/{id}/venueSummaries",
    isExtension: true,
    summary:
      "The account's venues with their sections and configurations, by name. `q` is looked for in name and town. X-Total-Count is the number on all pages",
    access: "ANY_USER",
    params: idParams,
    query: z.strictObject(listQuery(["name"])),
    answer: z.object({ venues: z.array(venueSummary), ...truncated }),
    handle: async ({ runtime, caller, query: { q = "", sort, ...query } }) => {
      const page = pageOf(query);
      const { things, total } = await listVenueSummaries(runtime, caller, { words: wordsOf(q), sort, ...page });
      return answer({ venues: things.map(toVenueSummary), ...truncatedAt(page, total) }, totalHeader(total));
    },
  }),
];

function toVenueSummary({ sections, configurations, ...venue }: VenueInFull): z.input<typeof venueSummary> {
  return {
    ...venue,
    sections: sections.map((section) => ({ ...section, overlaps: [...section.overlaps] })),
    configurations: configurations.map(({ id, name, sectionIds, version }) => {
      return { id, name, venueSections: [...sectionIds], version };
    }),
  };
}
