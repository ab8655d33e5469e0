import "server-only";

import { createHash } from "node:crypto";

/** So many places of one network count like everybody's: a family, a school, a small company. */
const SHARE_MIN = 20;
/** Or one of so many of all present, where that is more: a carrier has hundreds of visitors. */
const ONE_OF = 200;

/**
 * Returns the ids in the order of a draw: that of the SHA-256 of the seed followed by the id, both as text. Of one network only a
 * share counts like everybody's, chosen by the SHA-256 of the id followed by the seed; its others follow after all, in the same
 * order. The choice is another draw: the best places of many would otherwise be those that count, and a robot would gain by each.
 * Ids of no known network all count.
 */
export function drawnOrder(
  seed: string,
  ids: readonly string[],
  networkOf: (id: string) => unknown = () => undefined,
): string[] {
  const share = Math.max(SHARE_MIN, Math.floor(ids.length / ONE_OF));
  const after = new Set<string>();
  for (const [network, own] of Map.groupBy(ids, networkOf)) {
    if (network === undefined || own.length <= share) continue;
    for (const id of sortedBy(own, (id) => sha256(id + seed)).slice(share)) after.add(id);
  }
  const drawn = sortedBy(ids, (id) => sha256(seed + id));
  return after.size === 0 ? drawn : [...drawn.filter((id) => !after.has(id)), ...drawn.filter((id) => after.has(id))];
}

function sortedBy(ids: readonly string[], keyOf: (id: string) => string): string[] {
  return ids
    .map((id) => [keyOf(id), id] as const)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, id]) => id);
}

export function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
