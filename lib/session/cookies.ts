import "server-only";

import { cookies, headers } from "next/headers";
import { env } from "#lib/env.ts";
import { type CookieName, cookieName, hasOwnCookie, isSecure } from "#lib/security/cookie-names.ts";

/** Returns the value of a cookie of this browser. */
export async function readCookie(name: CookieName): Promise<string | undefined> {
  return (await cookies()).get(cookieName(name, env().FOYER_ORIGIN))?.value;
}

/** Stores a cookie for so many seconds. Only the mark of a cart is readable by a script. */
export async function storeCookie(name: CookieName, value: string, maxAge: number): Promise<void> {
  const origin = env().FOYER_ORIGIN;
  (await cookies()).set(cookieName(name, origin), value, {
    httpOnly: name !== "foyer-cart",
    secure: isSecure(origin),
    sameSite: "lax",
    path: "/",
    maxAge,
  });
}

export async function removeCookie(name: CookieName): Promise<void> {
  await storeCookie(name, "", 0);
}

/**
 * Returns whether this browser has sent a cookie of the shop. Every form that needs one is sent with one (lib/security/requests/
 * ask-for-cookie.ts), unless the browser refuses them.
 */
export async function acceptsCookies(): Promise<boolean> {
  return hasOwnCookie((await headers()).get("cookie") ?? "", env().FOYER_ORIGIN);
}
