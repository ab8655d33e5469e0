import { embeddablePage, richEmbed } from "#app/oembed/oembed.ts";
import { groupOfAddress } from "#lib/catalogue/calendar.ts";
import { eventOfAddress } from "#lib/catalogue/events.ts";
import { currentBrand } from "#lib/catalogue/seller.ts";
import { env } from "#lib/env.ts";
import { answeredRoute } from "#lib/ticketing/client/fault.ts";

export const dynamic = "force-dynamic";

/** Returns how another site shows a page of the shop, by its address: oEmbed. The pages themselves name this address. */
export const GET = answeredRoute(async (request: Request) => {
  const { FOYER_ORIGIN: origin, FOYER_ENVIRONMENT } = env();
  const query = new URL(request.url).searchParams;
  if ((query.get("format") ?? "json") !== "json") return nothing(501);
  const page = embeddablePage(query.get("url") ?? "", origin);
  // A test system is on no other page.
  if (page === undefined || FOYER_ENVIRONMENT === "uat") return nothing(404);
  const { value } = await (page.kind === "events" ? eventOfAddress(page.id) : groupOfAddress(page.id));
  if (value === undefined) return nothing(404);
  const shown = {
    origin,
    title: value.name,
    shop: (await currentBrand()).name,
    maxWidth: query.get("maxwidth"),
    maxHeight: query.get("maxheight"),
  };
  return Response.json(richEmbed(page, shown), {
    headers: { "Access-Control-Allow-Origin": "*", "Cache-Control": "public, no-cache" },
  });
});

function nothing(status: 404 | 501): Response {
  return new Response(null, { status, headers: { "Cache-Control": "no-store" } });
}
