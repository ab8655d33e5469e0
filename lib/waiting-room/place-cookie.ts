import "server-only";

import { cookies } from "next/headers";
import { PLACE_SECONDS, placeCookie, sealPlace, unsealPlace } from "./sealed-place.ts";

const ATTRIBUTES = { httpOnly: true, secure: true, sameSite: "lax", path: "/", maxAge: PLACE_SECONDS } as const;

export async function rememberPlace(eventId: number, id: string): Promise<void> {
  (await cookies()).set(placeCookie(eventId), await sealPlace(eventId, id), ATTRIBUTES);
}

export async function rememberedPlace(eventId: number): Promise<string | undefined> {
  return unsealPlace(eventId, (await cookies()).get(placeCookie(eventId))?.value);
}
