import { publishedDraw } from "#lib/waiting-room/published-draw.ts";

export const dynamic = "force-dynamic";

/** Returns the draw of an event's places for everybody to check: the hash of its seed, and once it is drawn the seed and all places. */
export async function GET(_request: Request, { params }: RouteContext<"/api/line/[eventId]/draw">) {
  const { eventId } = await params;
  const draw = /^[1-9]\d{0,14}$/.test(eventId) ? await publishedDraw(Number(eventId)) : undefined;
  if (draw === undefined) return Response.json({}, { status: 404, headers: { "Cache-Control": "no-store" } });
  return Response.json(draw, { headers: { "Cache-Control": "public, max-age=0, s-maxage=2" } });
}
