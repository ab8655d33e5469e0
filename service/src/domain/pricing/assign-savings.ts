import { allIn, shareOut } from "./off.ts";
import type { PricingLine, PricingRule } from "./rule.ts";
import { type CountedOffer, countedOffers, type FreeOffer, freeOffers } from "./ticket-offers.ts";

/** One rule's saving on one line, in minor units. */
export type LineSaving = { readonly lineIndex: number; readonly rule: PricingRule; readonly minor: number };

/**
 * The most that may be looked at: tickets × states × choices. Some tens of milliseconds; a cart of fifty tickets with
 * four packs of up to six stays below it.
 */
export const WORK_MAX = 1_000_000;

/**
 * Which ticket has which saving, at most one each, so that all together they save the most.
 *
 * Ticket by ticket, for every state of the counted rules, the best sum so far is kept: nothing else about the tickets
 * before matters. That is exact as long as the work fits `WORK_MAX`. Beyond it the counted rules that bring least by
 * themselves are left out until it fits: still a lawful price, and never a worse one than without the rules that stay.
 */
export function assignSavings(lines: readonly PricingLine[], rules: readonly PricingRule[]): readonly LineSaving[] {
  const free = freeOffers(lines, rules);
  const counted = affordable(lines, free, countedOffers(lines, rules));
  // Where nothing is counted, every ticket of a line has the same: a hundred thousand of them are no more work than one.
  if (counted.length === 0) return free.flatMap((offer, lineIndex) => ofWholeLine(lines, lineIndex, offer));
  return inLines(lines, solve(lines, free, counted).tickets);
}

function ofWholeLine(
  lines: readonly PricingLine[],
  lineIndex: number,
  offer: FreeOffer | undefined,
): readonly LineSaving[] {
  const minor = (offer?.minor ?? 0) * (lines[lineIndex]?.quantity ?? 0);
  return offer && minor > 0 ? [{ lineIndex, rule: offer.rule, minor }] : [];
}

/** What pricing this cart may look at, in the units of `WORK_MAX`. */
export function workOf(lines: readonly PricingLine[], rules: readonly PricingRule[]): number {
  const counted = countedOffers(lines, rules);
  const work = workWith(lines, counted);
  // Beyond it each rule is tried by itself, and then those that fit together.
  return work <= WORK_MAX ? work : WORK_MAX * (counted.length + 1);
}

function workWith(lines: readonly PricingLine[], counted: readonly CountedOffer[]): number {
  return lines.reduce((sum, { quantity }) => sum + quantity, 0) * stateCount(counted) * (counted.length + 1);
}

/** What one ticket has; `undefined` for full price. */
type Ticket = { readonly lineIndex: number; readonly offer: FreeOffer | undefined };

type Solved = { readonly minor: number; readonly tickets: readonly Ticket[] };

function solve(
  lines: readonly PricingLine[],
  free: readonly (FreeOffer | undefined)[],
  counted: readonly CountedOffer[],
): Solved {
  const steps = counted.map((_, index) => counted.slice(0, index).reduce((product, { counts }) => product * counts, 1));
  const states = stateCount(counted);
  const tickets = lines.flatMap(({ quantity }, lineIndex) => Array.from({ length: quantity }, () => lineIndex));

  let best = new Float64Array(states).fill(Number.NEGATIVE_INFINITY);
  best[0] = 0;
  // For each ticket and the state after it: which counted rule it went to, 1 for the first; 0 for none of them.
  const chosen = new Uint8Array(tickets.length * states);
  let next = new Float64Array(states);
  for (const [at, lineIndex] of tickets.entries()) {
    const freely = free[lineIndex]?.minor ?? 0;
    for (let state = 0; state < states; state += 1) next[state] = (best[state] as number) + freely;
    counted.forEach((offer, index) => {
      const savingAt = offer.minor[lineIndex];
      if (savingAt === undefined) return;
      for (let state = 0; state < states; state += 1) {
        const before = best[state] as number;
        const count = countIn(state, steps[index] as number, offer);
        if (before === Number.NEGATIVE_INFINITY || (!offer.isPack && count === offer.counts - 1)) continue;
        const after = moved(state, count, steps[index] as number, offer);
        const minor = before + savingAt(count);
        if (minor <= (next[after] as number)) continue;
        next[after] = minor;
        chosen[at * states + after] = index + 1;
      }
    });
    [best, next] = [next, best];
  }

  let state = bestEnd(best, counted, steps);
  const minor = best[state] as number;
  const taken: Ticket[] = [];
  for (let at = tickets.length - 1; at >= 0; at -= 1) {
    const lineIndex = tickets[at] as number;
    const index = (chosen[at * states + state] as number) - 1;
    const offer = counted[index];
    if (offer === undefined) {
      taken.push({ lineIndex, offer: free[lineIndex] });
      continue;
    }
    const step = steps[index] as number;
    const count = countIn(state, step, offer);
    const earlier = count === 0 ? offer.counts - 1 : count - 1;
    state += (earlier - count) * step;
    taken.push({ lineIndex, offer: { rule: offer.rule, minor: offer.minor[lineIndex]?.(earlier) ?? 0 } });
  }
  return { minor, tickets: taken.reverse() };
}

function countIn(state: number, step: number, { counts }: CountedOffer): number {
  return Math.floor(state / step) % counts;
}

/** A pack that is full begins anew. */
function moved(state: number, count: number, step: number, { counts }: CountedOffer): number {
  return count === counts - 1 ? state - count * step : state + step;
}

/** At the end no pack may have been begun and not filled. */
function bestEnd(best: Float64Array, counted: readonly CountedOffer[], steps: readonly number[]): number {
  let end = 0;
  for (let state = 1; state < best.length; state += 1) {
    if ((best[state] as number) <= (best[end] as number)) continue;
    const isOpen = counted.some((offer, index) => offer.isPack && countIn(state, steps[index] as number, offer) !== 0);
    if (!isOpen) end = state;
  }
  return end;
}

function stateCount(counted: readonly CountedOffer[]): number {
  return counted.reduce((product, { counts }) => product * counts, 1);
}

function affordable(
  lines: readonly PricingLine[],
  free: readonly (FreeOffer | undefined)[],
  counted: readonly CountedOffer[],
): readonly CountedOffer[] {
  const fits = (offers: readonly CountedOffer[]) => workWith(lines, offers) <= WORK_MAX;
  if (fits(counted)) return counted;

  const byWorth = counted
    .filter((offer) => fits([offer]))
    .map((offer) => ({ offer, minor: solve(lines, free, [offer]).minor }))
    .sort((one, other) => other.minor - one.minor);
  const kept = new Set<CountedOffer>();
  for (const { offer } of byWorth) if (fits([...kept, offer])) kept.add(offer);
  return counted.filter((offer) => kept.has(offer));
}

/** Adds the tickets' savings up by line and rule. What a pack saves against its price is shared by what its tickets cost. */
function inLines(lines: readonly PricingLine[], tickets: readonly Ticket[]): readonly LineSaving[] {
  const savings = new Map<string, LineSaving>();
  const add = (lineIndex: number, rule: PricingRule, minor: number) => {
    const at = `${lineIndex} ${rule.id}`;
    savings.set(at, { lineIndex, rule, minor: minor + (savings.get(at)?.minor ?? 0) });
  };
  const priced = new Map<PricingRule, number[]>();
  for (const { lineIndex, offer } of tickets) {
    if (offer === undefined) continue;
    const { rule } = offer;
    if (rule.kind === "MULTIPACK" && "packPriceMinor" in rule.off)
      priced.set(rule, [...(priced.get(rule) ?? []), lineIndex]);
    else add(lineIndex, rule, offer.minor);
  }
  for (const [rule, inRule] of priced) {
    if (rule.kind !== "MULTIPACK" || !("packPriceMinor" in rule.off)) continue;
    const costs = (lineIndex: number) => allIn(lines[lineIndex] as PricingLine);
    // The dearest together: any pack among them then costs at least its price, or leaving it out would have saved more.
    const dearestFirst = inRule.toSorted((one, other) => costs(other) - costs(one));
    for (let from = 0; from < dearestFirst.length; from += rule.quantity) {
      const pack = dearestFirst.slice(from, from + rule.quantity);
      const weights = pack.map(costs);
      const whole = weights.reduce((sum, weight) => sum + weight, 0);
      shareOut(whole - rule.off.packPriceMinor, weights).forEach((minor, index) => {
        add(pack[index] as number, rule, minor);
      });
    }
  }
  return [...savings.values()].filter(({ minor }) => minor > 0);
}
