import "server-only";

import { createHmac } from "node:crypto";
import { keysFor } from "#lib/security/seal.ts";

/**
 * Returns the number that stands for a network in the line with this seed, and in no other. It is keyed, because whoever knows the
 * seed could try all networks: the file of a line and the published draw name nobody's address.
 */
export function networkNumber(network: string, seed: string): string {
  const [key] = keysFor("network in a line");
  return createHmac("sha256", key).update(`${seed} ${network}`).digest("hex").slice(0, 16);
}
