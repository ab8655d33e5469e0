import type { Solo } from "./search.ts";

/** The bound on the search. Beyond it the best result so far counts, which is at least the best single rule. */
const CHOICES_MAX = 10_000;

/** Returns the rules with the highest gain of which no two share a line. `effort` is a fraction of 1. */
export function bestDisjoint(rules: readonly Solo[], effort: number): readonly Solo[] {
  const bestFirst = rules.toSorted((one, other) => other.gain - one.gain);
  const apart = new Map(bestFirst.map((one) => [one, new Set(bestFirst.filter((other) => isApart(one, other)))]));
  let best: { readonly gain: number; readonly picked: readonly Solo[] } = { gain: 0, picked: [] };
  let choices = 0;

  const pick = (left: readonly Solo[], picked: readonly Solo[], gain: number): void => {
    if (gain > best.gain) best = { gain, picked };
    const [first, ...others] = left;
    if (first === undefined || choices >= CHOICES_MAX * effort || gain + gainBound(left) <= best.gain) return;
    choices += 1;
    pick(
      others.filter((other) => apart.get(first)?.has(other)),
      [...picked, first],
      gain + first.gain,
    );
    pick(others, picked, gain);
  };
  pick(bestFirst, [], 0);
  return best.picked;
}

/** Returns an upper bound of the gain: of rules that share their first line only one, the first, can be picked. */
function gainBound(bestFirst: readonly Solo[]): number {
  const seen = new Set<number | undefined>();
  let most = 0;
  for (const { gain, lineIndexes } of bestFirst) {
    if (!seen.has(lineIndexes[0])) most += gain;
    seen.add(lineIndexes[0]);
  }
  return most;
}

function isApart(one: Solo, other: Solo): boolean {
  return !one.lineIndexes.some((lineIndex) => other.lineIndexes.includes(lineIndex));
}
