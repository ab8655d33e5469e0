import "server-only";

import { sha256 } from "./line.ts";
import { lineOf } from "./waiting-room.ts";

/** What is published of a draw. `ids` are in the order of the places; whoever took part sees their own on their page. */
type PublishedDraw = { readonly seedHash: string; readonly seed?: string; readonly ids?: readonly string[] };

/** Returns what is published of an event's draw: the seed only once it has decided. `undefined` without a waiting room. */
export async function publishedDraw(eventId: number): Promise<PublishedDraw | undefined> {
  const line = await lineOf(eventId);
  if (line?.seed === undefined) return undefined;
  const { seed, isDrawn, ids, drawn } = line;
  return { seedHash: sha256(seed), ...(isDrawn && { seed, ids: ids.slice(0, drawn) }) };
}
