import { idOf } from "#lib/catalogue/event-link.ts";
import { processWide } from "#lib/runtime/process-wide.ts";
import { sha256 } from "#lib/waiting-room/draw.ts";
import type { Line } from "#lib/waiting-room/line.ts";
import { lineOf } from "#lib/waiting-room/waiting-room.ts";

export const dynamic = "force-dynamic";

/**
 * Returns the draw of an event's places for everybody to check: the hash of its seed, and once it is drawn the seed and all places
 * with the numbers of their networks.
 */
export async function GET(_request: Request, { params }: RouteContext<"/api/line/[eventId]/draw">) {
  const eventId = idOf((await params).eventId);
  const line = eventId === undefined ? undefined : await lineOf(eventId);
  if (eventId === undefined || line?.seed === undefined)
    return Response.json({}, { status: 404, headers: { "Cache-Control": "no-store" } });
  const headers = { "Content-Type": "application/json", "Cache-Control": "public, max-age=0, s-maxage=2" };
  return new Response(publishedDraw(eventId, { ...line, seed: line.seed }), { headers });
}

type Published = { readonly seed: string; readonly places: number; readonly madeAt: number; readonly text: string };

/** A line of the largest arena has millions of letters. */
const published = processWide("published draws", () => new Map<number, Published>());

/** As few as lines that move at once. */
const KEPT_MAX = 5;
/** As long as an edge may keep it: those who come after the draw are in it soon after. */
const KEPT_MS = 2_000;

/**
 * Returns what is published of a draw: the seed only once it has decided. `ids` are in the order of the places, the first `drawn` of
 * them by the draw, the others by their arrival. `networks` has the number of each one's network, "" where none is known.
 */
function publishedDraw(
  eventId: number,
  { seed, isDrawn, drawn, ids, visitors }: Line & { readonly seed: string },
): string {
  const seedHash = sha256(seed);
  if (!isDrawn) return JSON.stringify({ seedHash });
  const now = Date.now();
  const known = published.get(eventId);
  if (known?.seed === seed && (known.places === ids.length || now < known.madeAt + KEPT_MS)) return known.text;
  const text = JSON.stringify({
    seedHash,
    seed,
    drawn,
    ids,
    networks: ids.map((id) => visitors.get(id)?.network?.number ?? ""),
  });
  published.delete(eventId);
  published.set(eventId, { seed, places: ids.length, madeAt: now, text });
  const [oldest] = published.keys();
  if (oldest !== undefined && published.size > KEPT_MAX) published.delete(oldest);
  return text;
}
