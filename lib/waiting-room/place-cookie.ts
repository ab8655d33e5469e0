import "server-only";

import { readCookie, storeCookie } from "#lib/session/cookies.ts";
import { PLACE_SECONDS, placeCookie, sealPlace, unsealPlace } from "./sealed-place.ts";

export async function rememberPlace(eventId: number, id: string): Promise<void> {
  await storeCookie(placeCookie(eventId), await sealPlace(eventId, id), PLACE_SECONDS);
}

export async function rememberedPlace(eventId: number): Promise<string | undefined> {
  return unsealPlace(eventId, await readCookie(placeCookie(eventId)));
}
