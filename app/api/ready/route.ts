import "server-only";

import { whyNotReady } from "#lib/purchase/readiness.ts";
import { proxyCountedAsVisitor } from "#lib/security/network.ts";
import { describeUnreadable, unreadableAnswers } from "#lib/ticketing/client/unreadable.ts";

export const dynamic = "force-dynamic";

/**
 * Returns 200 when a sale is possible, and 503 with the reasons otherwise. What could not be read of single answers is listed beside,
 * since the rest is sold, and so is a proxy that counts as all of its visitors.
 */
export async function GET() {
  const faults = await whyNotReady();
  const [status, code] = faults.length === 0 ? ["ready", 200] : [faults.join("; "), 503];
  const found = unreadableAnswers().map(describeUnreadable);
  const unreadable = found.length > 0 && { unreadable: found };
  const proxy = proxyCountedAsVisitor();
  const counted = proxy !== undefined && {
    proxy: `visitors are counted as ${proxy}: docs/deploy.md, "Install", step 9`,
  };
  return Response.json(
    { status, ...unreadable, ...counted },
    { status: code, headers: { "Cache-Control": "no-store" } },
  );
}
