import "server-only";

import { headers } from "next/headers";
import { env } from "#lib/env.ts";
import { networkOf } from "./network.ts";

/** Returns the visitor's network, for rate limits; `undefined` when no trusted proxy names it. */
export async function visitorNetwork(): Promise<string | undefined> {
  const { TRUSTED_HOPS } = env();
  // With `direct` the header contains the address of the connection itself: `cache/direct-address.ts` has written it.
  return networkOf((await headers()).get("x-forwarded-for"), TRUSTED_HOPS === "direct" ? 1 : TRUSTED_HOPS);
}
