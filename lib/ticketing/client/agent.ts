import "server-only";

import { readFileSync } from "node:fs";
import { Agent } from "undici";
import { env } from "#lib/env.ts";

let kept: Agent | undefined;
let fresh: Agent | undefined;

/** Returns the agent with keep-alive connections. */
export function keptConnections(): Agent {
  kept ??= new Agent({ connect: connection() });
  return kept;
}

/**
 * Returns the agent with a new connection for each call, for payments: on a keep-alive connection that the server has
 * just closed it is unknown whether the request was sent.
 */
export function freshConnections(): Agent {
  fresh ??= new Agent({ connect: connection(), pipelining: 0 });
  return fresh;
}

/** A private certificate authority is trusted for these calls only, not for the whole process. */
function connection(): { ca?: string; timeout: number } {
  const { TICKETING_CA, TICKETING_READ_MS: timeout } = env();
  return { timeout, ...(TICKETING_CA !== undefined && { ca: readFileSync(TICKETING_CA, "utf8") }) };
}
