import "server-only";

import { cookies } from "next/headers";
import { HAND_OFF_SECONDS } from "./hand-off.ts";

const COOKIE = "__Host-foyer-hand-off";
const ATTRIBUTES = { httpOnly: true, secure: true, sameSite: "lax", path: "/", maxAge: HAND_OFF_SECONDS } as const;

/** Waits in this browser for the page that sends it on: it stands in no address. */
export async function keepHandOff(token: string): Promise<void> {
  (await cookies()).set(COOKIE, token, ATTRIBUTES);
}

export async function keptHandOff(): Promise<string | undefined> {
  return (await cookies()).get(COOKIE)?.value;
}
