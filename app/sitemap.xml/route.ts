import { EVENTS_PER_CHUNK, sitemapIndexOf, xml } from "#app/sitemap-page-list.ts";
import { catalogueIndex } from "#lib/catalogue/calendar.ts";
import { env } from "#lib/env.ts";
import { answeredRoute } from "#lib/ticketing/client/fault.ts";

/** Rendered at run time: it contains the origin, which a build does not know. */
export const dynamic = "force-dynamic";

export const GET = answeredRoute(async () => {
  const { value } = await catalogueIndex(1, EVENTS_PER_CHUNK);
  return xml(sitemapIndexOf(env().FOYER_ORIGIN, value?.total ?? 0));
});
