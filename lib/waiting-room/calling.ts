import "server-only";

import { CALL_MS, type Line, type LineRecord, type Network, waitingIn } from "./line.ts";

/** So many may be next at a time: enough that those who are not there keep nobody waiting, and few enough to come in by their places. */
const NEXT_MAX = 100;
/** Whoever is next asks more often than this. After it they are somewhere else, and the following visitors are next as well. */
const NEXT_MS = 10_000;
/** So many places are passed over by one record at most. */
const PASSED_MAX = 1_000;

/** Counts visitors by their networks. */
function shares({ inside, visitors }: Line, networkMax: number) {
  const counts = new Map<Network, number>();
  /** Counts a visitor, and returns whether their network had fewer than `networkMax`. */
  const hasRoom = (id: string) => {
    const network = visitors.get(id)?.network;
    if (network === undefined) return true;
    const count = counts.get(network) ?? 0;
    if (count < networkMax) counts.set(network, count + 1);
    return count < networkMax;
  };
  const isIn = (id: string) => visitors.get(id)?.toldAt !== undefined;
  const ids = [...inside.keys()];
  // Those who are in first: no others may come in once they are as many as may be.
  const counted = [...ids.filter(isIn), ...ids.filter((id) => !isIn(id))].filter(hasRoom);
  return { counts, hasRoom, counted };
}

/**
 * Returns how many more visitors may be next now, so that at most `insideMax` are next or in who have not reserved. At most
 * `networkMax` of a network count: others follow those who are silent, and when these are back as well, only their own network waits.
 */
export function freeTurns(line: Line, insideMax: number, networkMax: number, now: number): number {
  if (!line.isDrawn) return 0;
  for (const [id, until] of line.inside) if (until <= now) line.inside.delete(id);
  const waiting = waitingIn(line);
  if (waiting === 0) return 0;
  const { counted } = shares(line, networkMax);
  const next = counted.filter((id) => isNextAndThere(line, id, now)).length;
  return Math.max(0, Math.min(waiting, insideMax - counted.length, NEXT_MAX - next));
}

/**
 * Returns the records by which so many more visitors are next, in the order of their places. Those whose network has `networkMax`
 * next or inside are passed, and come before all others as soon as it has fewer.
 */
export function callNext(line: Line, free: number, networkMax: number, now: number): readonly LineRecord[] {
  const { ids, called, visitors, networks } = line;
  const { counts, hasRoom } = shares(line, networkMax);
  const placeOf = (id: string) => visitors.get(id)?.place ?? 0;
  const recalled = (line.passed.length === 0 ? [] : [...networks.values()])
    .flatMap((network) => network.passed.slice(0, Math.max(0, networkMax - (counts.get(network) ?? 0))))
    .sort((one, other) => placeOf(one) - placeOf(other))
    .slice(0, free)
    .filter(hasRoom);
  const passed: string[] = [];
  let upTo = called;
  for (let next = recalled.length; next < free && upTo < ids.length && passed.length < PASSED_MAX; upTo += 1) {
    const id = ids[upTo] ?? "";
    if (hasRoom(id)) next += 1;
    else passed.push(id);
  }
  return [
    ...(recalled.length > 0 ? [["recalled", String(now), ...recalled] as const] : []),
    ...(upTo > called ? [["called", String(upTo), String(now), ...passed] as const] : []),
  ];
}

/** Returns how many are next and there. */
export function nextIn(line: Line, now: number): number {
  return [...line.inside.keys()].filter((id) => isNextAndThere(line, id, now)).length;
}

function isNextAndThere({ inside, visitors }: Line, id: string, now: number): boolean {
  return visitors.get(id)?.toldAt === undefined && (inside.get(id) ?? 0) - CALL_MS > now - NEXT_MS;
}
