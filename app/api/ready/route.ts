import { reachable } from "#app/api/ready/reachable.ts";

export const dynamic = "force-dynamic";

/** Returns 200 when the ticketing service accepts this storefront's credential, else 503. */
export async function GET() {
  const ready = await reachable();
  return Response.json(
    { status: ready ? "ready" : "waiting for the ticketing service" },
    { status: ready ? 200 : 503, headers: { "Cache-Control": "no-store" } },
  );
}
