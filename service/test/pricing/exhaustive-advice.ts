import type { PricingLine, PricingRule } from "#src/pricing/domain/engine/rule.ts";
import { cheapestTotal, within } from "./exhaustive.ts";

type OnSale = Omit<PricingLine, "id" | "quantity"> & { readonly available: number };

const ADDED_MAX = 4;

/**
 * Returns the lowest total of the cart with the fewest added tickets that meet the rule and save more, by trying every
 * addition, or `undefined` when there is none.
 */
export function cheapestAddition(
  rule: PricingRule,
  lines: readonly PricingLine[],
  rules: readonly PricingRule[],
  offered: readonly OnSale[],
): number | undefined {
  const before = measure(rule, lines);
  if (before.tickets === 0 || before.isOpen === false) return undefined;
  for (let count = 1; count <= ADDED_MAX; count += 1) {
    const fulfilling = additions(offered, count).filter(
      (added) => measure(rule, [...lines, ...added]).met > before.met,
    );
    if (fulfilling.length === 0) continue;
    const totals = fulfilling.flatMap((added) => {
      const more = [...lines, ...added];
      const total = cheapestTotal(more, rules);
      const savesMore = gross(more) - total > gross(lines) - cheapestTotal(lines, rules);
      const ruleHelps =
        total <
        cheapestTotal(
          more,
          rules.filter((other) => other !== rule),
        );
      return savesMore && ruleHelps ? [total] : [];
    });
    return totals.length === 0 ? undefined : Math.min(...totals);
  }
  return undefined;
}

function measure(rule: PricingRule, lines: readonly PricingLine[]) {
  const mine = lines.filter((line) => within(line, rule.scope));
  const tickets = mine.reduce((sum, { quantity }) => sum + quantity, 0);
  if (rule.kind === "MULTIPACK") {
    return { tickets, met: Math.floor(tickets / rule.quantity), isOpen: tickets % rule.quantity !== 0 };
  }
  const events = new Set(mine.map(({ eventId }) => eventId)).size;
  const isMet =
    rule.kind === "ORDER"
      ? gross(mine) >= rule.minimumSpendMinor
      : tickets >= rule.minimumTickets && (rule.kind === "TICKET" || events >= rule.minimumEvents);
  return { tickets, met: isMet ? 1 : 0, isOpen: !isMet };
}

function additions(offered: readonly OnSale[], count: number): readonly (readonly PricingLine[])[] {
  if (count === 0) return [[]];
  const [first, ...rest] = offered;
  if (first === undefined) return [];
  const ways: (readonly PricingLine[])[] = [];
  for (let quantity = 0; quantity <= Math.min(count, first.available); quantity += 1) {
    for (const others of additions(rest, count - quantity)) {
      ways.push(quantity === 0 ? others : [{ ...first, id: `added ${first.ticketTypeId}`, quantity }, ...others]);
    }
  }
  return ways;
}

function gross(lines: readonly PricingLine[]): number {
  return lines.reduce((sum, { priceMinor, feeMinor, quantity }) => sum + (priceMinor + feeMinor) * quantity, 0);
}
