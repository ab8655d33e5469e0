import { isOnThisMachine } from "#lib/runtime/this-machine.ts";

/** The name of every cookie of the storefront, without a prefix. */
export type CookieName =
  | "foyer"
  | `foyer-${"allowed" | "bought" | "callback" | "cart" | "challenge" | "csrf" | "device" | "hand-off" | "promoter" | "undo"}`
  | `foyer-line-${string}`;

/**
 * Returns the name under which a shop of this origin stores a cookie. With the prefix a browser accepts it from this host over TLS
 * only. Over http on this machine it has none: Safari would refuse it there.
 */
export function cookieName(name: CookieName, origin: string): string {
  return isSecure(origin) ? `__Host-${name}` : name;
}

/** Returns whether the cookies of a shop of this origin are `Secure`. */
export function isSecure(origin: string): boolean {
  return !(origin.startsWith("http:") && isOnThisMachine(origin));
}

/** Returns the value of a cookie of the shop in the header `Cookie` of a request. For code that runs before a page. */
export function cookieIn(header: string, name: CookieName, origin: string): string | undefined {
  return new RegExp(`(?:^|; *)${cookieName(name, origin)}=([^;]+)`).exec(header)?.[1];
}

/** Returns whether the header `Cookie` of a request has a cookie of the shop, whatever it contains. */
export function hasOwnCookie(header: string, origin: string): boolean {
  const own = cookieName("foyer", origin);
  return namesIn(header).some((name) => name === own || name.startsWith(`${own}-`));
}

/** Those that can tell one browser from all others. */
const OF_VISIT = ["foyer", "foyer-allowed", "foyer-bought"] as const;

/** Returns whether the header has a cookie by which the next press of a visitor finds what this one reserves. */
export function hasVisitCookie(header: string, origin: string): boolean {
  const names = namesIn(header);
  return OF_VISIT.some((name) => names.includes(cookieName(name, origin)));
}

function namesIn(header: string): readonly string[] {
  return header.split(";").map((pair) => pair.trim().split("=", 1)[0] ?? "");
}
