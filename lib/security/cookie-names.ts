import { isOnThisMachine } from "#lib/runtime/this-machine.ts";

/** The name of every cookie of the storefront, without a prefix. */
export type CookieName =
  | "foyer"
  | `foyer-${"allowed" | "bought" | "cart" | "hand-off" | "promoter" | "undo"}`
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

/** Returns whether the header `Cookie` of a request has a cookie of the shop, whatever it contains. */
export function hasOwnCookie(header: string, origin: string): boolean {
  const own = cookieName("foyer", origin);
  return header.split(";").some((pair) => {
    const [name = ""] = pair.trim().split("=", 1);
    return name === own || name.startsWith(`${own}-`);
  });
}
