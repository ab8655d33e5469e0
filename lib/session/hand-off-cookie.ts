import "server-only";

import { readCookie, storeCookie } from "./cookies.ts";
import { HAND_OFF_SECONDS } from "./hand-off.ts";

const COOKIE = "foyer-hand-off";

/** Stores a hand-off in this browser until a page of ours submits it. It is in no URL. */
export async function storeHandOff(token: string): Promise<void> {
  await storeCookie(COOKIE, token, HAND_OFF_SECONDS);
}

export async function currentHandOff(): Promise<string | undefined> {
  return readCookie(COOKIE);
}
