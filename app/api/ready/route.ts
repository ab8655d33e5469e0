import "server-only";

import { whyNotReady } from "#lib/purchase/readiness.ts";
import { describeUnreadable, unreadableAnswers } from "#lib/ticketing/client/unreadable.ts";

export const dynamic = "force-dynamic";

/**
 * Returns 200 when a sale is possible, and 503 with the reasons otherwise. What could not be read of single answers is listed beside:
 * the rest is sold.
 */
export async function GET() {
  const faults = await whyNotReady();
  const [status, code] = faults.length === 0 ? ["ready", 200] : [faults.join("; "), 503];
  const found = unreadableAnswers().map(describeUnreadable);
  const unreadable = found.length > 0 && { unreadable: found };
  return Response.json({ status, ...unreadable }, { status: code, headers: { "Cache-Control": "no-store" } });
}
