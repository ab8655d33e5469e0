import type { PricingLine } from "./rule.ts";
import type { CountedOffer, FreeOffer } from "./ticket-offers.ts";

/** The input of a search for the best savings. */
export type Search = {
  readonly lines: readonly PricingLine[];
  /** The best saving of each line by rules that count no tickets. */
  readonly free: readonly (FreeOffer | undefined)[];
  /** The weight of a minor unit saved on each line: a whole number, and 1 unless an order discount follows. */
  readonly weights: readonly number[];
};

/** The number of tickets that a counted rule takes from each line, by the lines' index. */
export type Taken = { readonly offer: CountedOffer; readonly quantities: readonly number[] };

/** A counted rule solved without competitors, and its weighted gain over the rules that count no tickets. */
export type Solo = Taken & { readonly gain: number; readonly lineIndexes: readonly number[] };

/** Counted rules that are connected through shared lines. Two groups share no line. */
export type RuleGroup = { readonly rules: readonly Solo[]; readonly lineIndexes: readonly number[] };

/** Adds a rule and merges the groups that share a line with it. */
export function joinGroups(groups: readonly RuleGroup[], rule: Solo): readonly RuleGroup[] {
  const wanted = new Set(rule.lineIndexes);
  const touched = groups.filter(({ lineIndexes }) => lineIndexes.some((lineIndex) => wanted.has(lineIndex)));
  const lineIndexes = new Set([...touched.flatMap((group) => group.lineIndexes), ...wanted]);
  const joined = {
    rules: [...touched.flatMap(({ rules }) => rules), rule],
    lineIndexes: [...lineIndexes].sort((one, other) => one - other),
  };
  return [...groups.filter((group) => !touched.includes(group)), joined];
}

/**
 * Returns the exact best use of one counted rule without competitors, for any number of tickets. Tickets are taken in the
 * order of their gain. Each block (a full pack, or a single ticket up to a limit) gains no more than the one before, so
 * a binary search finds the last block with a gain.
 */
export function takeAlone(search: Search, offer: CountedOffer): Solo {
  const { lines } = search;
  const size = offer.isPack ? offer.counts : 1;
  const gains = lines.map((_, lineIndex) => gainAt(search, offer, lineIndex, size));
  const lineIndexes = lines.flatMap((_, lineIndex) => (gains[lineIndex] === undefined ? [] : [lineIndex]));
  const bestFirst = lineIndexes.toSorted((one, other) => (gains[other] ?? 0) - (gains[one] ?? 0));

  const firstOf = (tickets: number): readonly number[] => {
    const quantities = lines.map(() => 0);
    let left = tickets;
    for (const lineIndex of bestFirst) {
      quantities[lineIndex] = Math.min(left, lines[lineIndex]?.quantity ?? 0);
      left -= quantities[lineIndex] ?? 0;
    }
    return quantities;
  };
  // In units of one block, so that a sum that is not divisible by the pack's size stays a whole number.
  const gainOf = (blocks: number) =>
    firstOf(blocks * size).reduce((sum, quantity, lineIndex) => sum + quantity * (gains[lineIndex] ?? 0), 0);

  const tickets = lineIndexes.reduce((sum, lineIndex) => sum + (lines[lineIndex]?.quantity ?? 0), 0);
  let enough = 0;
  let tooMany = 1 + (offer.isPack ? Math.floor(tickets / size) : Math.min(tickets, offer.counts - 1));
  while (tooMany - enough > 1) {
    const middle = Math.floor((enough + tooMany) / 2);
    if (gainOf(middle) > gainOf(middle - 1)) enough = middle;
    else tooMany = middle;
  }
  return { offer, lineIndexes, quantities: firstOf(enough * size), gain: gainOf(enough) / size };
}

/** Returns the weighted gain of a whole block of such tickets over their saving without the rule. */
function gainAt({ free, weights }: Search, offer: CountedOffer, lineIndex: number, size: number): number | undefined {
  const savingAt = offer.minor[lineIndex];
  if (savingAt === undefined) return undefined;
  let minor = -size * (free[lineIndex]?.minor ?? 0);
  for (let count = 0; count < size; count += 1) minor += savingAt(count);
  return minor * (weights[lineIndex] ?? 1);
}

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
