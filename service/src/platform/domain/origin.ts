/** The hosts that plain http is allowed for. */
const LOCAL = /^(localhost|127\.0\.0\.1|\[::1\])$/;
/** Other characters are part of no host's name, or mean something in the policy of a page. */
const HOST = /^[a-z0-9-]+(\.[a-z0-9-]+)*$/;
/** The last part of the name of a host that only some machines know, and of an IPv4 address. */
const NOT_PUBLIC = /^(localhost|localdomain|local|lan|home|internal|arpa|test|invalid|\d*)$/;

/** Returns whether a text is an origin, such as `https://shop.example`. Plain http is allowed only for the local machine. */
export function isOrigin(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || url.origin !== text) return false;
  return url.protocol === "https:" || (url.protocol === "http:" && LOCAL.test(url.hostname));
}

/** Returns whether a text is an origin whose host has letters, digits, hyphens and points alone, and a port if it has one. */
export function isHostOrigin(text: string): boolean {
  return isOrigin(text) && HOST.test(new URL(text).hostname);
}

/** Returns whether a text is an origin of https with a public name. */
export function isPublicOrigin(text: string): boolean {
  if (!isHostOrigin(text)) return false;
  const { protocol, hostname } = new URL(text);
  const parts = hostname.split(".");
  return protocol === "https:" && parts.length > 1 && !NOT_PUBLIC.test(parts.at(-1) ?? "");
}
