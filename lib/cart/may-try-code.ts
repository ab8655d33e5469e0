import "server-only";

import { codeCount } from "#lib/catalogue/event-link.ts";
import { type Bucket, withinLimit } from "#lib/security/limits.ts";
import { visitorNetwork } from "#lib/security/visitor-network.ts";

/** Counts one try for each code, and returns whether they are within the limit of the visitor's network. */
export async function mayTryCodes(
  codes: string | undefined,
  bucket: Extract<Bucket, "revealPerNetwork" | "quotePerNetwork" | "useCodePerNetwork">,
): Promise<boolean> {
  return withinLimit(bucket, await visitorNetwork(), Math.max(1, codeCount(codes)));
}
