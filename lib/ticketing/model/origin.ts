/** Returns the origin of an address as people type it: `longlight.example/whats-on` is of `https://longlight.example`. */
export function originOf(address: string): string | undefined {
  return webAddress(address)?.origin;
}

/** Returns an address as people type it, with https where it names no protocol. */
export function webAddress(address: string): URL | undefined {
  const typed = address.trim();
  if (typed === "") return undefined;
  return URL.parse(/^https?:\/\//i.test(typed) ? typed : `https://${typed}`) ?? undefined;
}
