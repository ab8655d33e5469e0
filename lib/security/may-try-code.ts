import "server-only";

import { codeCount } from "#lib/domain/pricing/code-length.ts";
import { type Bucket, withinLimit } from "#lib/state/limits.ts";
import { visitorNetwork } from "./visitor-network.ts";

/** Whether these codes may be tried. Each of them is a guess of its own, in however few requests they come. */
export async function mayTryCodes(
  codes: string | undefined,
  bucket: Extract<Bucket, "revealPerNetwork" | "quotePerNetwork" | "useCodePerNetwork">,
): Promise<boolean> {
  return withinLimit(bucket, await visitorNetwork(), Math.max(1, codeCount(codes)));
}
