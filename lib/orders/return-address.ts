import "server-only";

import type { Site } from "#lib/ticketing/wire/sites.ts";

/**
 * A path as a browser sends it: nothing in it stands for a slash, for the folder above or for a sign of control. No semicolon either, which
 * some servers cut off with what follows: to them `..;` is the folder above.
 */
const PATH = /^\/(?!\/)[\w.~!$&'()*+,=:@%/-]*$/;
const DISGUISED = /%(?:[01][\da-f]|7f|25|2e|2f|3b|5c)/i;

/**
 * Returns the page that a link names as `12:/thanks`, if the account has this site and lets buyers be sent back there: to its prefix, or
 * below it. A link is anyone's, so it names a site by its number, and never an address.
 */
export function returnAddress(
  returnTo: string,
  sites: readonly Pick<Site, "id" | "origin" | "returnPrefix">[],
): URL | undefined {
  const [, number, path = ""] = /^([1-9]\d{0,14}):(.*)$/s.exec(returnTo) ?? [];
  const site = sites.find(({ id }) => String(id) === number);
  if (site?.returnPrefix === undefined || !PATH.test(path) || DISGUISED.test(path)) return undefined;
  const address = URL.parse(path, site.origin);
  const prefix = site.returnPrefix.replace(/\/$/, "");
  const isBelow = address?.pathname === prefix || address?.pathname.startsWith(`${prefix}/`);
  return address?.origin === site.origin && isBelow ? address : undefined;
}
