import "server-only";

import { readFileSync } from "node:fs";
import { Agent } from "undici";
import { env } from "#lib/env.ts";

let kept: Agent | undefined;
let fresh: Agent | undefined;

/** Connections that are kept open between calls. */
export function keptConnections(): Agent {
  kept ??= new Agent({ connect: trust() });
  return kept;
}

/**
 * A connection for each call. A payment goes this way: on a kept connection that the other side has just closed,
 * nobody could tell whether the call had left.
 */
export function freshConnections(): Agent {
  fresh ??= new Agent({ connect: trust(), pipelining: 0 });
  return fresh;
}

/** A private authority is trusted for these calls alone, never for the whole process. */
function trust(): { ca?: string; timeout: number } {
  const { TICKETING_CA, TICKETING_READ_MS } = env();
  return {
    timeout: TICKETING_READ_MS,
    ...(TICKETING_CA === undefined ? {} : { ca: readFileSync(TICKETING_CA, "utf8") }),
  };
}
