import "server-only";

import { lastGoodCopy } from "#lib/catalogue/last-good.ts";
import type { Event } from "#lib/ticketing/model/event.ts";
import { turnOf, waitingIn } from "./line.ts";
import { readLine } from "./line-file.ts";
import { placeInCookies } from "./sealed-place.ts";

const OF_EVENT = /^\/[a-z]{2}\/events\/([1-9]\d{0,14})(?:\/|$)/;

/**
 * Returns whether the line of an event decides who may reserve on its pages: buyers come by turns, or this visitor has a pass, for
 * which capacity was counted. For code that runs before a page, as far as the event is known.
 */
export async function hasLineOrPass(cookies: string, path: string, now = Date.now()): Promise<boolean> {
  const eventId = Number(OF_EVENT.exec(path)?.[1]);
  if (Number.isNaN(eventId)) return false;
  const line = readLine(eventId);
  if (line !== undefined && waitingIn(line) > 0) return true;
  const id = line && (await placeInCookies(cookies, eventId));
  if (line && id !== undefined && turnOf(line, id, now)?.state === "inside") return true;
  const copy = await lastGoodCopy(`event-${eventId}`, new Date(now));
  return (copy?.value as Event | undefined)?.waitingRoom === true;
}
