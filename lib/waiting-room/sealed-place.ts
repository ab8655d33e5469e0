import "server-only";

import { z } from "zod";
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
  const found = sealed === undefined ? undefined : place.safeParse(await unseal("waiting room", sealed)).data;
  return found?.event === eventId ? found.id : undefined;
}

/** Returns the id of the visitor's place from the cookies of a request. For code that runs before a page. */
export async function placeInCookies(cookieHeader: string, eventId: number): Promise<string | undefined> {
  const [, sealed] = new RegExp(`(?:^|; *)${placeCookie(eventId)}=([^;]+)`).exec(cookieHeader) ?? [];
  return unsealPlace(eventId, sealed);
}

/** One cookie for each event: two tabs that join two lines at once lose none. */
export function placeCookie(eventId: number): string {
  return `__Host-foyer-line-${eventId}`;
}
