/** Host names of this machine. */
const ON_THIS_MACHINE = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/;

/** Returns whether an address is one of this machine, which no other can answer. */
export function isOnThisMachine(address: string): boolean {
  return ON_THIS_MACHINE.test(URL.parse(address)?.hostname ?? "");
}

/** Returns whether an origin is one that production may name: https, and not of this machine. */
export function isForPublic(origin: string): boolean {
  return origin.startsWith("https://") && !isOnThisMachine(origin);
}
