import { EVENTS_PER_CHUNK, type Listed, sitemapOf, xml } from "#app/sitemap-page-list.ts";
import { catalogueFacets, catalogueIndex } from "#lib/catalogue/calendar.ts";
import { env } from "#lib/env.ts";
import { answeredRoute } from "#lib/ticketing/client/fault.ts";

export const dynamic = "force-dynamic";

/** Returns one sitemap. Past events are included: their pages stay. Private pages are not. */
export const GET = answeredRoute(async (_request: Request, { params }: RouteContext<"/sitemaps/[chunk]">) => {
  const pages = await pagesOf((await params).chunk);
  return pages === undefined ? new Response(null, { status: 404 }) : xml(sitemapOf(env().FOYER_ORIGIN, pages));
});

async function pagesOf(name: string): Promise<readonly Listed[] | undefined> {
  if (name === "pages.xml") return sitePages();
  const [, number] = /^events-([1-9]\d{0,4})\.xml$/.exec(name) ?? [];
  if (number === undefined) return undefined;
  const { value } = await catalogueIndex(Number(number), EVENTS_PER_CHUNK);
  if (value === undefined || value.events.length === 0) return undefined;
  return value.events.map(({ id, modifiedAt }) => ({ path: `/events/${id}`, modifiedAt }));
}

async function sitePages(): Promise<readonly Listed[]> {
  const { value } = await catalogueFacets();
  const months = (value?.months ?? []).map((month) => ({ path: `/calendar/${month}` }));
  const groups = (value?.eventGroups ?? []).map(({ id }) => ({ path: `/groups/${id}` }));
  return [{ path: "" }, { path: "/calendar" }, { path: "/accessibility" }, ...months, ...groups];
}
