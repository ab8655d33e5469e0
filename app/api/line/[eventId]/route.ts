import { shownTurn } from "#lib/waiting-room/shown-turn.ts";
import { visitLine } from "#lib/waiting-room/waiting-room.ts";

/** Returns where the visitor is in the line of an event, and when to ask again. */
export async function GET(_request: Request, { params }: RouteContext<"/api/line/[eventId]">) {
  const { eventId } = await params;
  const isId = /^[1-9]\d{0,14}$/.test(eventId);
  const headers = { "Cache-Control": "private, no-store", "Cross-Origin-Resource-Policy": "same-origin" };
  if (!isId) return Response.json({}, { status: 404, headers });
  const visit = await visitLine(Number(eventId));
  return Response.json(shownTurn(visit, Date.now(), Math.random()), { headers });
}
