import "server-only";

import { z } from "zod";
import { env } from "#lib/env.ts";
import { type CookieName, cookieName } from "#lib/security/cookie-names.ts";
import { seal, unseal } from "#lib/security/seal.ts";

/** A day, longer than any line lasts. */
export const PLACE_SECONDS = 24 * 60 * 60;

const place = z.object({ event: z.int(), id: z.string() });

/** Seals a visitor's place in the line of an event. Who only knows its id cannot make it. */
export function sealPlace(eventId: number, id: string): Promise<string> {
  return seal("waiting room", { event: eventId, id }, PLACE_SECONDS);
}

/** Returns the id of a place in the line of this event. */
export async function unsealPlace(eventId: number, sealed: string | undefined): Promise<string | undefined> {
  const found = sealed === undefined ? undefined : await opened(sealed);
  return found?.event === eventId ? found.id : undefined;
}

async function opened(sealed: string) {
  return place.safeParse(await unseal("waiting room", sealed)).data;
}

/** More lines than a visitor is in at once. Opening a cookie is work. */
const READ_MAX = 5;

/** Returns the visitor's place in the line of this event, or their places in all lines. For code that runs before a page. */
export async function placesInCookies(cookieHeader: string, eventId?: number) {
  const name = cookieName(placeCookie(eventId ?? "\\d+"), env().FOYER_ORIGIN);
  const found = [...cookieHeader.matchAll(new RegExp(`(?:^|; *)${name}=([^;]+)`, "g"))].slice(0, READ_MAX);
  const places = await Promise.all(found.map(([, sealed = ""]) => opened(sealed)));
  return places.flatMap((one) => (one && (eventId === undefined || one.event === eventId) ? [one] : []));
}

/** One cookie for each event: two tabs that join two lines at once lose none. */
export function placeCookie(eventId: number | string): CookieName {
  return `foyer-line-${eventId}`;
}
