import "server-only";

import { env } from "#lib/env.ts";
import { formCall } from "#lib/form-call.ts";
import { log } from "#lib/log.ts";
import { count } from "#lib/metrics/measure.ts";
import { refusalOfOrigin } from "./same-origin-rule.ts";

/**
 * Returns the 403 response to a write from another origin, or `undefined` when the request may go on. For route
 * handlers.
 */
export function refuseForeignOrigin(request: Request): Response | undefined {
  if (!isRefused(request.headers, "A request")) return undefined;
  return new Response(null, { status: 403, headers: { "Cache-Control": "no-store" } });
}

/** Returns whether a form comes from elsewhere, which is counted and logged. Any other has begun. */
export function isRefused(sent: Pick<Headers, "get">, what: "An action" | "A request"): boolean {
  const refusal = refusalOfOrigin(sent, env().FOYER_ORIGIN);
  const call = formCall();
  if (call) call.state = refusal === undefined ? "begun" : "refused";
  if (refusal === undefined) return false;
  count("foyer_storefront_foreign_origins_total", { reason: refusal });
  log("warn", `${what} was refused: not from one of our own forms.`, { refusal });
  return true;
}
