import "server-only";

import { cookies } from "next/headers";
import { HAND_OFF_SECONDS } from "./hand-off.ts";

const COOKIE = "__Host-foyer-hand-off";
const ATTRIBUTES = { httpOnly: true, secure: true, sameSite: "lax", path: "/", maxAge: HAND_OFF_SECONDS } as const;

/** Stores a hand-off in this browser until a page of ours submits it. It is in no URL. */
export async function storeHandOff(token: string): Promise<void> {
  (await cookies()).set(COOKIE, token, ATTRIBUTES);
}

export async function currentHandOff(): Promise<string | undefined> {
  return (await cookies()).get(COOKIE)?.value;
}
