import { assignSavings, type TicketOffers } from "./assign-savings.ts";
import type { Search, Taken } from "./counted-rules.ts";
import { type LineSaving, lineSavings } from "./line-savings.ts";
import { isInScope, offSum, type PricingLine, type PricingRule, priceWithFee, shareOut, WHOLE } from "./rule.ts";
import { type CountedOffer, qualifies } from "./ticket-offers.ts";

type OrderRule = PricingRule & { readonly kind: "ORDER" };

/**
 * Returns the savings of tickets and of at most one order rule with the highest sum. An order rule reduces what remains of
 * the tickets in its scope. When the scope is not the whole cart, saving on tickets outside it can be better: the savings
 * of tickets are then assigned again, taking the order rule into account.
 */
export function bestSavings(offers: TicketOffers, rules: readonly PricingRule[]): readonly LineSaving[] {
  const { lines } = offers;
  const orders = rules.filter((rule): rule is OrderRule => rule.kind === "ORDER" && qualifies(rule, lines));
  const reassigned = orders.filter((order) =>
    offers.counted.some((offer) => crossesScope(offer, insideOf(order, lines))),
  );
  const effort = 1 / (1 + 2 * reassigned.length);
  // With less than the full effort this could leave out rules that apply in the same cart without an order rule.
  const plain = assignSavings(offers, undefined, 1);
  const mostOff = (order: OrderRule) => offSum(order.off, sum(leftOf(lines, [], insideOf(order, lines))));
  let best = plain;
  for (const order of orders.toSorted((one, other) => mostOff(other) - mostOff(one))) {
    // `plain` is the highest sum without an order rule. This rule, and those after it, cannot exceed the best.
    if (saved(plain) + mostOff(order) <= saved(best)) break;
    const candidates = reassigned.includes(order) ? assignments(offers, plain, order, effort) : [plain];
    for (const ofTickets of candidates) {
      const savings = [...ofTickets, ...ofOrder(order, lines, ofTickets)];
      if (saved(savings) > saved(best)) best = savings;
    }
  }
  return best;
}

/**
 * Yields assignments of the tickets' savings before an order rule. "Inside" means in the order rule's scope. With a
 * percentage, a saving inside is worth a fixed part to the buyer, so the search with that weight is exact. An amount has
 * two cases: while the rest inside is at least the amount, every saving counts in full; below that, no saving inside
 * counts. When neither case is consistent with its own best, savings inside count until the rest equals the amount. A
 * pack of a fixed sum that crosses the scope shares its saving among all its tickets; then the best of these
 * assignments is used, which is not proven to be the lowest price.
 */
function* assignments(
  offers: TicketOffers,
  plain: readonly LineSaving[],
  order: OrderRule,
  effort: number,
): Generator<readonly LineSaving[]> {
  yield plain;
  const { lines, free } = offers;
  const isInside = insideOf(order, lines);
  const counted = offers.counted.filter((offer) => !(isOfFixedSum(offer) && crossesScope(offer, isInside)));
  const weighed = (inside: number, outside: number) =>
    assignSavings(
      { ...offers, counted },
      isInside.map((is) => (is ? inside : outside)),
      effort,
    );
  const { off } = order;
  if ("percentage" in off) {
    const divisor = greatestCommonDivisor(WHOLE, off.percentage);
    yield weighed((WHOLE - off.percentage) / divisor, WHOLE / divisor);
    return;
  }
  const leftInside = (savings: readonly LineSaving[]) => sum(leftOf(lines, savings, isInside));
  if (leftInside(plain) >= off.amountMinor) return;
  const outside = weighed(0, 1);
  yield outside;
  if (leftInside(outside) <= off.amountMinor) return;
  const search = { lines, free, weights: lines.map(() => 1) };
  const capped = takeCapped(search, counted, { isInside, capMinor: leftInside([]) - off.amountMinor }, effort);
  yield capped ? lineSavings(search, capped) : weighed(1, 2);
}

function ofOrder(
  order: OrderRule,
  lines: readonly PricingLine[],
  ofTickets: readonly LineSaving[],
): readonly LineSaving[] {
  const left = leftOf(lines, ofTickets, insideOf(order, lines));
  return shareOut(offSum(order.off, sum(left)), left).flatMap((minor, lineIndex) =>
    minor > 0 ? [{ lineIndex, rule: order, minor }] : [],
  );
}

/** Returns the rest of each line inside after these savings, and 0 for the others, in minor units. */
function leftOf(
  lines: readonly PricingLine[],
  savings: readonly LineSaving[],
  isInside: readonly boolean[],
): readonly number[] {
  const left = lines.map((line, lineIndex) => (isInside[lineIndex] ? priceWithFee(line) * line.quantity : 0));
  for (const { lineIndex, minor } of savings) if (isInside[lineIndex]) left[lineIndex] = (left[lineIndex] ?? 0) - minor;
  return left;
}

function insideOf({ scope }: OrderRule, lines: readonly PricingLine[]): readonly boolean[] {
  return lines.map((line) => isInScope(line, scope));
}

function crossesScope({ minor }: CountedOffer, isInside: readonly boolean[]): boolean {
  const sides = new Set(isInside.filter((_, lineIndex) => minor[lineIndex] !== undefined));
  return sides.size === 2;
}

function isOfFixedSum({ rule }: CountedOffer): boolean {
  return rule.kind === "MULTIPACK" && !("percentage" in rule.off);
}

function greatestCommonDivisor(one: number, other: number): number {
  return other === 0 ? one : greatestCommonDivisor(other, one % other);
}

function saved(savings: readonly LineSaving[]): number {
  return sum(savings.map(({ minor }) => minor));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** The bound on one search: partial assignments × choices. Each takes about a microsecond. */
const STEPS_MAX = 50_000;

/** The lines in the scope of an order discount, and the sum above which further savings on them have no value. */
type Cap = { readonly isInside: readonly boolean[]; readonly capMinor: number };

/** The best assignment of the tickets so far, for one state of the rules' counts and one sum saved inside. */
type Partial = {
  readonly counts: readonly number[];
  readonly inside: number;
  readonly outside: number;
  readonly last?: { readonly before: Partial; readonly lineIndex: number; readonly index: number };
};

/**
 * Returns the exact assignment of tickets to rules when savings inside count only up to the cap, or `undefined` when the
 * search exceeds its bound. `effort` is a fraction of 1.
 */
function takeCapped(
  { lines, free }: Search,
  offers: readonly CountedOffer[],
  { isInside, capMinor }: Cap,
  effort: number,
): readonly Taken[] | undefined {
  let steps = 0;
  const keep = (partials: Map<string, Partial>, { inside, ...partial }: Partial): void => {
    steps += 1;
    const capped = { ...partial, inside: Math.min(inside, capMinor) };
    const key = `${capped.counts.join()} ${capped.inside}`;
    if ((partials.get(key)?.outside ?? -1) < capped.outside) partials.set(key, capped);
  };
  const saved = ({ inside, outside }: Partial, lineIndex: number, minor: number) =>
    isInside[lineIndex] ? { outside, inside: inside + minor } : { inside, outside: outside + minor };

  let partials = [{ counts: offers.map(() => 0), inside: 0, outside: 0 } as Partial];
  for (const [lineIndex, { quantity }] of lines.entries()) {
    for (let nth = 0; nth < quantity; nth += 1) {
      const next = new Map<string, Partial>();
      for (const before of partials) {
        if (steps > STEPS_MAX * effort) return undefined;
        keep(next, { ...before, ...saved(before, lineIndex, free[lineIndex]?.minor ?? 0) });
        offers.forEach((offer, index) => {
          const savingAt = offer.minor[lineIndex];
          const count = before.counts[index] as number;
          if (savingAt === undefined || (!offer.isPack && count === offer.counts - 1)) return;
          const counts = before.counts.with(index, (count + 1) % offer.counts);
          const last = { before, lineIndex, index };
          keep(next, { counts, ...saved(before, lineIndex, savingAt(count)), last });
        });
      }
      partials = [...next.values()];
    }
  }
  const full = partials.filter(({ counts }) => counts.every((count, index) => count === 0 || !offers[index]?.isPack));
  const best = full.reduce((most, one) => (one.inside + one.outside > most.inside + most.outside ? one : most));
  return takenBy(best, offers, lines.length);
}

function takenBy(best: Partial, offers: readonly CountedOffer[], lineCount: number): readonly Taken[] {
  const taken = offers.map((offer) => ({ offer, quantities: Array.from({ length: lineCount }, () => 0) }));
  for (let last = best.last; last !== undefined; last = last.before.last) {
    const quantities = taken[last.index]?.quantities ?? [];
    quantities[last.lineIndex] = (quantities[last.lineIndex] ?? 0) + 1;
  }
  return taken;
}
