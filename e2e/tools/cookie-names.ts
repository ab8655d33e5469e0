/** Returns the name under which a storefront at this address stores a cookie: over TLS for its host alone. */
export function cookieAt(address: string, name: string): string {
  return address.startsWith("https:") ? `__Host-${name}` : name;
}

/** Returns whether an answer asks a visitor without a cookie for the same form once more. */
export function isAskedAgain(status: number, from: string, location = ""): boolean {
  const [before, after] = [from, location].map((address) => URL.parse(address, "http://a")?.pathname);
  return status === 307 && location !== "" && before === after;
}

/** Returns the header of a visitor who accepts cookies and has none but the one that a form without any is asked for. */
export function acceptingCookies(address: string): { readonly cookie: string } {
  return { cookie: `${cookieAt(address, "foyer-allowed")}=1` };
}
