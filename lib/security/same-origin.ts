import "server-only";

import { headers } from "next/headers";
import { env } from "#lib/env.ts";
import { log } from "#lib/log.ts";
import { count } from "#lib/metrics/measure.ts";
import { refusalOfOrigin } from "./same-origin-rule.ts";

class ForeignOriginRefused extends Error {
  override readonly name = "ForeignOriginRefused";
}

/** Throws when an action was not called from a form of our own pages. Every action calls it first. */
export async function assertSameOrigin(): Promise<void> {
  const refusal = refusalOfOrigin(await headers(), env().FOYER_ORIGIN);
  if (refusal === undefined) return;
  count("foyer_storefront_foreign_origins_total", { reason: refusal });
  log("warn", "An action was refused: not from one of our own forms.", { refusal });
  throw new ForeignOriginRefused("The request did not come from one of our own forms.");
}

/**
 * Returns the 403 response to a write from another origin, or `undefined` when the request may go on. For route
 * handlers.
 */
export function refuseForeignOrigin(request: Request): Response | undefined {
  const refusal = refusalOfOrigin(request.headers, env().FOYER_ORIGIN);
  if (refusal === undefined) return undefined;
  count("foyer_storefront_foreign_origins_total", { reason: refusal });
  log("warn", "A request was refused: not from one of our own forms.", { refusal });
  return new Response(null, { status: 403, headers: { "Cache-Control": "no-store" } });
}
