import "server-only";

import { env } from "#lib/env.ts";
import { type OriginRefusal, refusalOfOrigin } from "#lib/security/origin-refusal.ts";
import { languageIn } from "#lib/security/route-patterns.ts";
import { markFormBegun } from "#lib/telemetry/current-request.ts";
import { log } from "#lib/telemetry/log.ts";
import { count } from "#lib/telemetry/metrics.ts";

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

/**
 * Returns the path and query of the page whose link or form led here, from the Referer header; `undefined` when it is not
 * a page of ours.
 */
export function pageBefore(referrer: string | null, ourOrigin: string): string | undefined {
  if (referrer === null || !URL.canParse(referrer)) return undefined;
  const { origin, pathname, search } = new URL(referrer);
  return origin === ourOrigin && languageIn(pathname) ? `${pathname}${search}` : undefined;
}
