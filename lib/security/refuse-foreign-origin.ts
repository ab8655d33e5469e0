import "server-only";

import { env } from "#lib/env.ts";
import { markFormBegun } from "#lib/telemetry/current-request.ts";
import { log } from "#lib/telemetry/log.ts";
import { count } from "#lib/telemetry/measure.ts";
import { type OriginRefusal, refusalOfOrigin } from "./same-origin-rule.ts";

/**
 * Returns the 403 response to a write from another origin, or `undefined` when the request may go on. For route
 * handlers.
 */
export function refuseForeignOrigin(request: Request): Response | undefined {
  const refusal = refusalOfOrigin(request.headers, env().FOYER_ORIGIN);
  recordRefusal(refusal, "A request");
  return refusal && new Response(null, { status: 403, headers: { "Cache-Control": "no-store" } });
}

/** Records that a form has reached its action or its route handler. A refusal is counted and logged. */
export function recordRefusal(refusal: OriginRefusal | undefined, what: "An action" | "A request"): void {
  markFormBegun();
  if (refusal === undefined) return;
  count("foyer_storefront_foreign_origins_total", { reason: refusal });
  log("warn", `${what} was refused: not from one of our own forms.`, { refusal });
}
