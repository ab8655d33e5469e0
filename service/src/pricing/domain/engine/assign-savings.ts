import {
  joinGroups,
  type RuleGroup,
  type Search,
  type Solo,
  takeAlone,
  takeTogether,
  workOf,
} from "./counted-rules.ts";
import { type LineSaving, lineSavings } from "./line-savings.ts";
import type { PricingLine, PricingRule } from "./rule.ts";
import { type CountedOffer, countedOffers, type FreeOffer, freeOffers } from "./ticket-offers.ts";

/**
 * The bound on the search among rules that compete for the same tickets, in tickets × states × choices: some tens of
 * milliseconds. A cart of fifty tickets with four packs of up to six stays below it.
 */
export const WORK_MAX = 1_000_000;

/** The savings that each line could have from each rule, before a choice among them. */
export type TicketOffers = {
  readonly lines: readonly PricingLine[];
  readonly free: readonly (FreeOffer | undefined)[];
  readonly counted: readonly CountedOffer[];
};

export function ticketOffers(lines: readonly PricingLine[], rules: readonly PricingRule[]): TicketOffers {
  return { lines, free: freeOffers(lines, rules), counted: countedOffers(lines, rules) };
}

/**
 * Returns the savings of the lines, at most one for each ticket, with the highest weighted sum.
 *
 * Counted rules (packs, limits) with disjoint lines are solved separately, and a rule that shares no line with another is
 * solved exactly at any size. Rules that compete are solved exactly while the work is below `WORK_MAX * effort`. Above it
 * some rules are left out: the disjoint rules with the highest total gain are kept, then the others are added in the order of
 * their gain as long as they fit. So a price is never worse than with one rule alone, or with any rules that share no line.
 */
export function assignSavings(
  { counted, lines, free }: TicketOffers,
  weights: readonly number[] = lines.map(() => 1),
  effort = 1,
): readonly LineSaving[] {
  const search: Search = { lines, free, weights };
  // A rule that gains nothing by itself gains nothing beside others either.
  const useful = counted.map((offer) => takeAlone(search, offer)).filter(({ gain }) => gain > 0);
  const taken = affordable(search, useful, effort).flatMap((group) =>
    group.rules.length === 1 ? group.rules : takeTogether(search, group),
  );
  return lineSavings(search, taken);
}

/** Returns the work of assigning the savings of this cart, in the units of `WORK_MAX`. */
export function assigningWork({ lines, counted, free }: TicketOffers): number {
  const search = { lines, free, weights: lines.map(() => 1) };
  const groups = counted.map((offer) => takeAlone(search, offer)).reduce(joinGroups, []);
  return Math.min(WORK_MAX, workOfAll(search, groups));
}

function affordable(search: Search, rules: readonly Solo[], effort: number): readonly RuleGroup[] {
  const workMax = WORK_MAX * effort;
  const all = rules.reduce(joinGroups, []);
  if (workOfAll(search, all) <= workMax) return all;

  const seed = bestDisjoint(rules, effort);
  const bestFirst = rules.filter((rule) => !seed.includes(rule)).sort((one, other) => other.gain - one.gain);
  return bestFirst.reduce(
    (groups, rule) => {
      const joined = joinGroups(groups, rule);
      return workOfAll(search, joined) <= workMax ? joined : groups;
    },
    seed.reduce(joinGroups, []),
  );
}

function workOfAll(search: Search, groups: readonly RuleGroup[]): number {
  return groups.reduce((sum, group) => sum + workOf(group, search), 0);
}

/** The bound on the search. Beyond it the best result so far counts, which is at least the best single rule. */
const CHOICES_MAX = 10_000;

/** Returns the rules with the highest gain of which no two share a line. `effort` is a fraction of 1. */
function bestDisjoint(rules: readonly Solo[], effort: number): readonly Solo[] {
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
