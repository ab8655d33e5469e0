import "server-only";

import { patternOf } from "#lib/security/route-patterns.ts";
import { ROUTES } from "#lib/security/routes.ts";
import { purchaseIn } from "#lib/session/purchase/sealed-purchase.ts";
import { turnOf } from "./line.ts";
import { readLine } from "./line-file.ts";
import { placesInCookies } from "./sealed-place.ts";

const OF_EVENT = patternOf(ROUTES.ofEvent);

/**
 * Returns the id of who is inside: of the cart of a visitor with a reservation, else of the place of one with a pass, for which capacity
 * was counted, for the event at this path; for the form of a frame, which names its event in the body, a pass for any event. For code
 * that runs before a page.
 */
export async function idOfInside(cookies: string, path: string, now = Date.now()): Promise<string | undefined> {
  const purchase = await purchaseIn(cookies);
  if (purchase !== undefined && purchase.reservations.length > 0) return purchase.cartId;
  const { eventId } = OF_EVENT.exec(path)?.groups ?? {};
  if (eventId === undefined && path !== "/reserve") return undefined;
  const places = await placesInCookies(cookies, eventId === undefined ? undefined : Number(eventId));
  return places.find(({ event, id }) => isInside(event, id, now))?.id;
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
