import { brand } from "#lib/env.ts";
import { accentStylesheet } from "#lib/tickets/art/accent.ts";

/** Rendered at run time: one build serves any configured colour. */
export const dynamic = "force-dynamic";

const stylesheets = new Map<string, string>();

export function GET() {
  const { BRAND_COLOUR } = brand();
  const text = stylesheets.get(BRAND_COLOUR) ?? accentStylesheet(BRAND_COLOUR);
  stylesheets.set(BRAND_COLOUR, text);
  return new Response(text, {
    headers: {
      "Content-Type": "text/css; charset=utf-8",
      "Cache-Control": "public, max-age=300, stale-while-revalidate=86400",
    },
  });
}
