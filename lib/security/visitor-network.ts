import "server-only";

import { headers } from "next/headers";
import { env } from "#lib/env.ts";
import { networkOf } from "./network.ts";

/** Returns the network that a visitor asks from, for limits; `undefined` when nothing that we trust names it. */
export async function visitorNetwork(): Promise<string | undefined> {
  const { TRUSTED_HOPS } = env();
  // With `direct` the header holds the connection's own address alone: `cache/direct-address.ts` has written it.
  return networkOf((await headers()).get("x-forwarded-for"), TRUSTED_HOPS === "direct" ? 1 : TRUSTED_HOPS);
}
