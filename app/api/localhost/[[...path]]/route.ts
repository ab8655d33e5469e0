import { env } from "#lib/env.ts";

/**
 * Redirects requests for 127.0.0.1 to the configured origin, since cookies and the same-origin check need one origin.
 * It is a route because Next would shorten its own redirect to a path, which loops.
 */
export async function GET(request: Request, { params }: RouteContext<"/api/localhost/[[...path]]">) {
  const { path = [] } = await params;
  const { search } = new URL(request.url);
  const location = `${env().FOYER_ORIGIN}/${path.map(encodeURIComponent).join("/")}${search}`;
  return new Response(null, { status: 307, headers: { Location: location, "Cache-Control": "no-store" } });
}
