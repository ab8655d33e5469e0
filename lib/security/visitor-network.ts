import "server-only";

import { headers } from "next/headers";
import { networkOfHeaders } from "./network.ts";

/** Returns the visitor's network, for rate limits; `undefined` when no trusted proxy names it. */
export async function visitorNetwork(): Promise<string | undefined> {
  return networkOfHeaders(await headers());
}
