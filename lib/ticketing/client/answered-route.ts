import "server-only";

import { RETRY_AFTER_SECONDS } from "#lib/telemetry/current-request.ts";
import { undefinedOnFault } from "./undefined-on-fault.ts";

/** Makes a route handler that answers 503 where the ticketing service does not answer. */
export function answeredRoute<Given extends readonly unknown[]>(handler: (...given: Given) => Promise<Response>) {
  return async (...given: Given): Promise<Response> =>
    (await undefinedOnFault(handler(...given))) ??
    new Response(null, {
      status: 503,
      headers: { "Cache-Control": "no-store", "Retry-After": RETRY_AFTER_SECONDS },
    });
}
