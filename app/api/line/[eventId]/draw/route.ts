import { idOf } from "#lib/catalogue/event-link.ts";
import { processWide } from "#lib/runtime/process-wide.ts";
import { type Line, sha256 } from "#lib/waiting-room/line.ts";
import { lineOf } from "#lib/waiting-room/waiting-room.ts";

export const dynamic = "force-dynamic";

/** Returns the draw of an event's places for everybody to check: the hash of its seed, and once it is drawn the seed and all places. */
export async function GET(_request: Request, { params }: RouteContext<"/api/line/[eventId]/draw">) {
  const eventId = idOf((await params).eventId);
  const line = eventId === undefined ? undefined : await lineOf(eventId);
  if (eventId === undefined || line?.seed === undefined)
    return Response.json({}, { status: 404, headers: { "Cache-Control": "no-store" } });
  const headers = { "Content-Type": "application/json", "Cache-Control": "public, max-age=0, s-maxage=2" };
  return new Response(publishedDraw(eventId, { ...line, seed: line.seed }), { headers });
}

/** A draw of the largest arena has millions of letters, and never changes. */
const drawn = processWide("published draws", () => new Map<number, { readonly seed: string; readonly text: string }>());

/** As few as lines that move at once. */
const KEPT_MAX = 5;

/** Returns what is published of a draw: the seed only once it has decided, and `ids` in the order of the places. */
function publishedDraw(
  eventId: number,
  { seed, isDrawn, ids, drawn: count }: Line & { readonly seed: string },
): string {
  const seedHash = sha256(seed);
  if (!isDrawn) return JSON.stringify({ seedHash });
  const known = drawn.get(eventId);
  if (known?.seed === seed) return known.text;
  const text = JSON.stringify({ seedHash, seed, ids: ids.slice(0, count) });
  drawn.delete(eventId);
  drawn.set(eventId, { seed, text });
  const [oldest] = drawn.keys();
  if (oldest !== undefined && drawn.size > KEPT_MAX) drawn.delete(oldest);
  return text;
}
