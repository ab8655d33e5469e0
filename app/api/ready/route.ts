import { reachable } from "#app/api/ready/reachable.ts";
import { isDraining } from "#lib/runtime/drain.ts";

export const dynamic = "force-dynamic";

/** Returns 200 when the ticketing service accepts this storefront's credential, and 503 otherwise and before a stop. */
export async function GET() {
  if (isDraining()) return answer("about to stop", 503);
  return (await reachable()) ? answer("ready", 200) : answer("waiting for the ticketing service", 503);
}

function answer(status: string, code: number): Response {
  return Response.json({ status }, { status: code, headers: { "Cache-Control": "no-store" } });
}
