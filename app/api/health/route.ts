import "server-only";

import { isDraining } from "#lib/runtime/drain.ts";

export const dynamic = "force-dynamic";

/**
 * Returns 200 while this process serves pages, and 503 from the moment it is told to stop: an edge then sends visitors to another one. It
 * asks nothing of the ticketing service, without which pages are served too. /api/ready reports whether a sale is possible.
 */
export function GET() {
  const [status, code] = isDraining() ? (["about to stop", 503] as const) : (["alive", 200] as const);
  return Response.json({ status }, { status: code, headers: { "Cache-Control": "no-store" } });
}
