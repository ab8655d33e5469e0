import { assignSavings, type TicketOffers } from "./assign-savings.ts";
import { type LineSaving, lineSavings } from "./line-savings.ts";
import { allIn, isInScope, offSum, shareOut, WHOLE } from "./off.ts";
import type { PricingLine, PricingRule } from "./rule.ts";
import { takeCapped } from "./take-capped.ts";
import { type CountedOffer, qualifies } from "./ticket-offers.ts";

type OrderRule = PricingRule & { readonly kind: "ORDER" };

/**
 * Returns the savings of tickets and of at most one order rule that together save the most. An order rule takes its part
 * off what is left of the tickets in its scope and of no others, so for one that is not for the whole cart it can be
 * better to save on other tickets: the tickets' savings are then assigned anew with that in mind.
 */
export function bestSavings(offers: TicketOffers, rules: readonly PricingRule[]): readonly LineSaving[] {
  const { lines } = offers;
  const orders = rules.filter((rule): rule is OrderRule => rule.kind === "ORDER" && qualifies(rule, lines));
  const trading = orders.filter((order) =>
    offers.counted.some((offer) => reachesAcross(offer, insideOf(order, lines))),
  );
  const effort = 1 / (1 + 2 * trading.length);
  // With less than the whole effort it could leave out rules that apply in the same cart without an order rule.
  const plain = assignSavings(offers, undefined, 1);
  const most = (order: OrderRule) => offSum(order.off, sum(leftOf(lines, [], insideOf(order, lines))));
  let best = plain;
  for (const order of orders.toSorted((one, other) => most(other) - most(one))) {
    // No ways of saving on tickets save more than these: with all that this rule can take off it would still be too little.
    if (saved(plain) + most(order) <= saved(best)) break;
    const candidates = trading.includes(order) ? assignments(offers, plain, order, effort) : [plain];
    for (const ofTickets of candidates) {
      const savings = [...ofTickets, ...ofOrder(order, lines, ofTickets)];
      if (saved(savings) > saved(best)) best = savings;
    }
  }
  return best;
}

/**
 * Ways of assigning the tickets' savings with an order rule to follow. Of what is saved inside, a percentage leaves the
 * buyer a fixed part, so the search stays exact with that for a weight. An amount is two cases: while as much is left
 * inside, every saving counts in full; where less is left, none inside counts. Where neither holds true of its own best,
 * savings inside count up to what makes the rest equal the amount. How a pack of a fixed sum that reaches across shares
 * what it saves depends on all of its tickets, so there the best of these ways is taken without a claim to be the lowest.
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
  const counted = offers.counted.filter((offer) => !(isOfFixedSum(offer) && reachesAcross(offer, isInside)));
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

/** What is left of each line inside after these savings; nothing of the others. */
function leftOf(
  lines: readonly PricingLine[],
  savings: readonly LineSaving[],
  isInside: readonly boolean[],
): readonly number[] {
  const left = lines.map((line, lineIndex) => (isInside[lineIndex] ? allIn(line) * line.quantity : 0));
  for (const { lineIndex, minor } of savings) if (isInside[lineIndex]) left[lineIndex] = (left[lineIndex] ?? 0) - minor;
  return left;
}

function insideOf({ scope }: OrderRule, lines: readonly PricingLine[]): readonly boolean[] {
  return lines.map((line) => isInScope(line, scope));
}

function reachesAcross({ minor }: CountedOffer, isInside: readonly boolean[]): boolean {
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
