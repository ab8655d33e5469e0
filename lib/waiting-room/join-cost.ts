import "server-only";

import { withinLimit } from "#lib/security/limits.ts";
import { isProven, newChallenge } from "#lib/security/proof/proof.ts";
import type { Challenge } from "#lib/security/proof/proof-of-work.ts";
import type { Line } from "./line.ts";
import { networkInLine, networkNumber } from "./network-number.ts";

/** A network pays one unit of work more for each place after so many. */
const PLACES_PER_UNIT = 20;
/** About ten seconds on a phone of 2016, and at most twenty: a carrier's visitors should not wait longer for what robots do. */
const UNITS_MAX = 8;

/** Whose place is to be paid: that of a visitor from this network, in the line as it is now. */
export type Joining = {
  readonly eventId: number;
  readonly line: Line | undefined;
  readonly network: string | undefined;
};

/** Returns the work for which a visitor gets a place in a line. */
export function joinChallenge(joining: Joining): Promise<Challenge> {
  return newChallenge(`line ${joining.eventId}`, { units: unitsOf(joining) });
}

/**
 * Returns whether a place is paid by this proof of work, or else, where that is allowed, is one of the few that a network gets
 * without. A proof may have a unit too few: others of the network have joined while it was worked out.
 */
export async function isPaid(joining: Joining, proof: unknown, mayBeFree: boolean): Promise<boolean> {
  const units = Math.max(1, unitsOf(joining) - 1);
  if (await isProven(`line ${joining.eventId}`, proof, units)) return true;
  const network = joining.network === undefined ? undefined : networkInLine(joining.network);
  return mayBeFree && (await withinLimit("joinLineUnprovenPerNetwork", network));
}

/** Returns how many places the network has in the line. */
export function placesOf({ line, network }: Joining): number {
  if (line?.seed === undefined || network === undefined) return 0;
  return line.networks.get(networkNumber(network, line.seed))?.places ?? 0;
}

function unitsOf(joining: Joining): number {
  return Math.min(UNITS_MAX, 1 + Math.floor(placesOf(joining) / PLACES_PER_UNIT));
}
