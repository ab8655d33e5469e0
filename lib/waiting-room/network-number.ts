import "server-only";

import { createHmac } from "node:crypto";
import { countedNetworks } from "#lib/security/network.ts";
import { keysFor } from "#lib/security/seal.ts";

/**
 * Returns the number that stands for a network in the line with this seed, and in no other. It is keyed, because whoever knows the
 * seed could try all networks: the file of a line and the published draw name nobody's address.
 */
export function networkNumber(network: string, seed: string): string {
  const [key] = keysFor("network in a line");
  return createHmac("sha256", key)
    .update(`${seed} ${networkInLine(network)}`)
    .digest("hex")
    .slice(0, 16);
}

/**
 * Returns the network whose places are counted together. Of IPv6 it is the /48, which has about as many customers as an IPv4 /24: by
 * the /64 one customer would have 65,536 networks.
 */
export function networkInLine(network: string): string {
  return countedNetworks(network).at(-1)?.name ?? network;
}
