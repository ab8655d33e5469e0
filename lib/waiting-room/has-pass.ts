import "server-only";

import { turnOf } from "./line.ts";
import { readLine } from "./line-file.ts";
import { placesInCookies } from "./sealed-place.ts";

const OF_EVENT = /^\/[a-z]{2}\/events\/([1-9]\d{0,14})(?:\/|$)/;

/**
 * Returns whether this visitor has a pass, for which capacity was counted, for the event at this path; for the form of a frame, which
 * names its event in the body, a pass for any event. For code that runs before a page.
 */
export async function hasPass(cookies: string, path: string, now = Date.now()): Promise<boolean> {
  const [, ofPath] = OF_EVENT.exec(path) ?? [];
  if (ofPath === undefined && path !== "/reserve") return false;
  const places = await placesInCookies(cookies, ofPath === undefined ? undefined : Number(ofPath));
  return places.some(({ event, id }) => isInside(event, id, now));
}

/** A line that cannot be read has let nobody in: such a visitor is counted like any other. */
function isInside(eventId: number, id: string, now: number): boolean {
  try {
    const line = readLine(eventId);
    return line !== undefined && turnOf(line, id, now)?.state === "inside";
  } catch {
    return false;
  }
}
