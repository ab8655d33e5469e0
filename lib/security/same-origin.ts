import "server-only";

import { headers } from "next/headers";
import { env } from "#lib/env.ts";
import { log } from "#lib/log.ts";
import { refusalOfOrigin } from "./same-origin-rule.ts";

class ForeignOriginRefused extends Error {
  override readonly name = "ForeignOriginRefused";
}

/** The first line of every action: asked from a form of our own pages, or nothing happens. */
export async function assertSameOrigin(): Promise<void> {
  const closed = refusalOfOrigin(await headers(), env().FOYER_ORIGIN);
  if (closed === undefined) return;
  log("warn", "The gate turned an action away.", { closed });
  throw new ForeignOriginRefused("The request did not come from one of our own forms.");
}

/** The same for a route handler that changes anything: the answer to give at once, or `undefined` to go on. */
export function refuseForeignOrigin(request: Request): Response | undefined {
  const closed = refusalOfOrigin(request.headers, env().FOYER_ORIGIN);
  if (closed === undefined) return undefined;
  log("warn", "The gate turned a request away.", { closed });
  return new Response(null, { status: 403, headers: { "Cache-Control": "no-store" } });
}
