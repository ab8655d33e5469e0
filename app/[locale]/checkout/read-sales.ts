import "server-only";

import type { ReadBack } from "#lib/domain/read-back.ts";
import { getSale } from "#lib/ticketing/sales.ts";

/** What each sale says of itself. A reading that fails is an answer too: nobody can say yet. */
export async function readSales(keys: readonly string[]): Promise<readonly ReadBack[]> {
  const reads = await Promise.allSettled(keys.map(getSale));
  return reads.map((read) => (read.status === "rejected" ? "unreadable" : (read.value?.status ?? "gone")));
}
