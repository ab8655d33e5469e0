import "server-only";

import { env } from "#lib/env.ts";

/** Where calls are sent when another process holds the credential. A socket needs a path besides the address. */
export type Airlock = { readonly base: string; readonly socketPath?: string };

const SOCKET = "unix:";

/** Returns the airlock of the settings; `undefined` where the storefront calls the service itself. */
export function airlock(): Airlock | undefined {
  const { TICKETING_AIRLOCK: address } = env();
  if (address === undefined) return undefined;
  return address.startsWith(SOCKET)
    ? { base: "http://airlock", socketPath: address.slice(SOCKET.length) }
    : { base: address };
}
