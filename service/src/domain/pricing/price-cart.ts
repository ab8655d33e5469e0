import { assignSavings, type LineSaving } from "./assign-savings.ts";
import { allIn, offSum, shareOut } from "./off.ts";
import type { PricedCart, PricingLine, PricingRule, Saving } from "./rule.ts";
import { qualifies } from "./ticket-offers.ts";

/**
 * What a cart costs at the buyer's best. A ticket has at most one saving of its own, by a TICKET, FESTIVAL or MULTIPACK
 * rule; from what is left at most one ORDER rule takes its part. A smaller rest never becomes a larger total, so the best
 * of the first and then the best of the second is the best of both.
 */
export function priceCart(lines: readonly PricingLine[], rules: readonly PricingRule[]): PricedCart {
  const ofTickets = assignSavings(lines, rules);
  const gross = lines.map((line) => allIn(line) * line.quantity);
  const left = gross.map((minor, index) => minor - savedOn(ofTickets, index));
  const savings = [...ofTickets, ...ofOrder(lines, left, rules)];

  return {
    lines: lines.map(({ id }, index) => ({
      id,
      savings: savings.filter(({ lineIndex }) => lineIndex === index).map(toSaving),
      totalMinor: (gross[index] ?? 0) - savedOn(savings, index),
    })),
    savings: byRule(savings),
    grossMinor: sum(gross),
    totalMinor: sum(gross) - sum(savings.map(({ minor }) => minor)),
  };
}

function ofOrder(
  lines: readonly PricingLine[],
  left: readonly number[],
  rules: readonly PricingRule[],
): readonly LineSaving[] {
  let best: { readonly rule: PricingRule; readonly minor: number } | undefined;
  for (const rule of rules) {
    if (rule.kind !== "ORDER" || !qualifies(rule, lines)) continue;
    const minor = offSum(rule.off, sum(left));
    if (minor > (best?.minor ?? 0)) best = { rule, minor };
  }
  if (best === undefined) return [];
  const { rule } = best;
  return shareOut(best.minor, left).flatMap((minor, lineIndex) => (minor > 0 ? [{ lineIndex, rule, minor }] : []));
}

function savedOn(savings: readonly LineSaving[], index: number): number {
  return sum(savings.filter(({ lineIndex }) => lineIndex === index).map(({ minor }) => minor));
}

function byRule(savings: readonly LineSaving[]): readonly Saving[] {
  const rows = new Map<string, Saving>();
  for (const { rule, minor } of savings) {
    rows.set(rule.id, toSaving({ rule, minor: minor + (rows.get(rule.id)?.minor ?? 0) }));
  }
  return [...rows.values()];
}

function toSaving({ rule, minor }: Pick<LineSaving, "rule" | "minor">): Saving {
  return { ruleId: rule.id, name: rule.name, minor };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
