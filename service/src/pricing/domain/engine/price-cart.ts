import { ticketOffers } from "./assign-savings.ts";
import type { LineSaving } from "./line-savings.ts";
import { bestSavings } from "./order-savings.ts";
import { type PricedCart, type PricingLine, type PricingRule, priceWithFee, type Saving, sumByRule } from "./rule.ts";

/**
 * Returns the lowest price of a cart. A ticket has at most one saving, by a TICKET, FESTIVAL or MULTIPACK rule. At most
 * one ORDER rule then reduces the rest of the tickets in its scope.
 */
export function priceCart(lines: readonly PricingLine[], rules: readonly PricingRule[]): PricedCart {
  const gross = lines.map((line) => priceWithFee(line) * line.quantity);
  const savings = bestSavings(ticketOffers(lines, rules), rules);

  return {
    lines: lines.map(({ id }, index) => ({
      id,
      savings: savings
        .filter(({ lineIndex }) => lineIndex === index)
        .map((saving) => ({ ...toSaving(saving), terms: saving.rule })),
      totalMinor: (gross[index] ?? 0) - savedOn(savings, index),
    })),
    savings: sumByRule(savings.map(toSaving)),
    grossMinor: sum(gross),
    totalMinor: sum(gross) - sum(savings.map(({ minor }) => minor)),
  };
}

function savedOn(savings: readonly LineSaving[], index: number): number {
  return sum(savings.filter(({ lineIndex }) => lineIndex === index).map(({ minor }) => minor));
}

function toSaving({ rule, minor }: Pick<LineSaving, "rule" | "minor">): Saving {
  return { ruleId: rule.id, name: rule.name, minor };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
