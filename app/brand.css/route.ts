import { currentBrand } from "#lib/catalogue/seller.ts";
import { accentStylesheet } from "#lib/tickets/art/accent.ts";

/** Rendered at run time: one build serves any colour, and a colour can change. */
export const dynamic = "force-dynamic";

/** A changed colour is in every browser and behind every edge within a minute. */
const CACHE_CONTROL = "public, max-age=20, stale-while-revalidate=20";

export async function GET() {
  return new Response(accentStylesheet((await currentBrand()).colour), {
    headers: { "Content-Type": "text/css; charset=utf-8", "Cache-Control": CACHE_CONTROL },
  });
}
