import "server-only";

import { headers } from "next/headers";
import { env } from "#lib/env.ts";
import { networkOf } from "#lib/session/network.ts";

/** The network that a visitor asks from, for limits; `undefined` when no proxy of ours vouches for it. */
export async function visitorNetwork(): Promise<string | undefined> {
  return networkOf((await headers()).get("x-forwarded-for"), env().TRUSTED_HOPS);
}
