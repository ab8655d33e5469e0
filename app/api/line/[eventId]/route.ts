import { idOf } from "#lib/catalogue/event-link.ts";
import { shownTurn } from "#lib/waiting-room/shown-turn.ts";
import { visitLine } from "#lib/waiting-room/waiting-room.ts";

/** Returns where the visitor is in the line of an event, and when to ask again. */
export async function GET(_request: Request, { params }: RouteContext<"/api/line/[eventId]">) {
  const eventId = idOf((await params).eventId);
  const headers = { "Cache-Control": "private, no-store", "Cross-Origin-Resource-Policy": "same-origin" };
  if (eventId === undefined) return Response.json({}, { status: 404, headers });
  const visit = await visitLine(eventId);
  return Response.json(shownTurn(visit, Date.now(), Math.random()), { headers });
}
