import { env } from "#lib/env.ts";

/**
 * Where next.config.js sends whoever typed the number of the machine they sit at: cookies and the gate know one
 * origin. A route answers it, since Next would shorten a redirect of its own to a path, and that leads in a circle.
 */
export async function GET(request: Request, { params }: RouteContext<"/api/localhost/[[...path]]">) {
  const { path = [] } = await params;
  const { search } = new URL(request.url);
  const location = `${env().FOYER_ORIGIN}/${path.map(encodeURIComponent).join("/")}${search}`;
  return new Response(null, { status: 307, headers: { Location: location, "Cache-Control": "no-store" } });
}
