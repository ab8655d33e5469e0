import type { RuleGroup } from "./rule-groups.ts";
import type { Search, Taken } from "./search.ts";
import type { CountedOffer } from "./ticket-offers.ts";

/** Returns the work of `takeTogether`: tickets × states × choices. A single rule needs no such search. */
export function workOf({ rules, lineIndexes }: RuleGroup, { lines }: Pick<Search, "lines">): number {
  if (rules.length === 1) return 0;
  const tickets = lineIndexes.reduce((sum, lineIndex) => sum + (lines[lineIndex]?.quantity ?? 0), 0);
  return tickets * stateCount(rules.map(({ offer }) => offer)) * (rules.length + 1);
}

/**
 * Returns the exact assignment of tickets to the rules of a group, by dynamic programming: for each ticket and each state
 * of the rules (the fill of a pack, the use of a limit) it keeps the best sum.
 */
export function takeTogether({ lines, free, weights }: Search, group: RuleGroup): readonly Taken[] {
  const offers = group.rules.map(({ offer }) => offer);
  const steps = offers.map((_, index) => stateCount(offers.slice(0, index)));
  const states = stateCount(offers);
  const tickets = group.lineIndexes.flatMap((lineIndex) =>
    Array.from({ length: lines[lineIndex]?.quantity ?? 0 }, () => lineIndex),
  );

  let best = new Float64Array(states).fill(Number.NEGATIVE_INFINITY);
  best[0] = 0;
  // For each ticket and the state after it: the index of its rule plus one, or 0 for none.
  const chosen = new Uint8Array(tickets.length * states);
  let next = new Float64Array(states);
  for (const [at, lineIndex] of tickets.entries()) {
    const weight = weights[lineIndex] ?? 1;
    const freely = (free[lineIndex]?.minor ?? 0) * weight;
    for (let state = 0; state < states; state += 1) next[state] = (best[state] as number) + freely;
    offers.forEach((offer, index) => {
      const savingAt = offer.minor[lineIndex];
      if (savingAt === undefined) return;
      const step = steps[index] as number;
      for (let state = 0; state < states; state += 1) {
        const before = best[state] as number;
        const count = countIn(state, step, offer);
        if (before === Number.NEGATIVE_INFINITY || (!offer.isPack && count === offer.counts - 1)) continue;
        // A full pack starts again at 0.
        const after = count === offer.counts - 1 ? state - count * step : state + step;
        const minor = before + savingAt(count) * weight;
        if (minor <= (next[after] as number)) continue;
        next[after] = minor;
        chosen[at * states + after] = index + 1;
      }
    });
    [best, next] = [next, best];
  }

  const taken = offers.map((offer) => ({ offer, quantities: lines.map(() => 0) }));
  let state = bestEnd(best, offers, steps);
  for (let at = tickets.length - 1; at >= 0; at -= 1) {
    const index = (chosen[at * states + state] as number) - 1;
    const one = taken[index];
    if (one === undefined) continue;
    const lineIndex = tickets[at] as number;
    one.quantities[lineIndex] = (one.quantities[lineIndex] ?? 0) + 1;
    const count = countIn(state, steps[index] as number, one.offer);
    const earlier = count === 0 ? one.offer.counts - 1 : count - 1;
    state += (earlier - count) * (steps[index] as number);
  }
  return taken;
}

function countIn(state: number, step: number, { counts }: CountedOffer): number {
  return Math.floor(state / step) % counts;
}

/** Returns the best final state in which no pack is incomplete. */
function bestEnd(best: Float64Array, offers: readonly CountedOffer[], steps: readonly number[]): number {
  let end = 0;
  for (let state = 1; state < best.length; state += 1) {
    if ((best[state] as number) <= (best[end] as number)) continue;
    const isOpen = offers.some((offer, index) => offer.isPack && countIn(state, steps[index] as number, offer) !== 0);
    if (!isOpen) end = state;
  }
  return end;
}

function stateCount(offers: readonly CountedOffer[]): number {
  return offers.reduce((product, { counts }) => product * counts, 1);
}
