import "server-only";

import { cookies } from "next/headers";
import { z } from "zod";
import { seal, unseal } from "#lib/security/seal.ts";

/** A day, longer than any line lasts. */
const SECONDS = 24 * 60 * 60;

const place = z.object({ event: z.int(), id: z.string() });

/** Stores the visitor's place in the line of an event. Who only knows its id cannot make the cookie. */
export async function rememberPlace(eventId: number, id: string): Promise<void> {
  const sealed = await seal("waiting room", { event: eventId, id }, SECONDS);
  const attributes = { httpOnly: true, secure: true, sameSite: "lax", path: "/", maxAge: SECONDS } as const;
  (await cookies()).set(nameOf(eventId), sealed, attributes);
}

/** Returns the id of the visitor's place in the line of this event. */
export async function rememberedPlace(eventId: number): Promise<string | undefined> {
  const sealed = (await cookies()).get(nameOf(eventId))?.value;
  const found = sealed === undefined ? undefined : place.safeParse(await unseal("waiting room", sealed)).data;
  return found?.event === eventId ? found.id : undefined;
}

/** One cookie for each event: two tabs that join two lines at once lose none. */
function nameOf(eventId: number): string {
  return `__Host-foyer-line-${eventId}`;
}
