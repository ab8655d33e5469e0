import { evenShare, isInScope, offSum, type PricingLine, type PricingRule, priceWithFee } from "./rule.ts";

/** A saving of each ticket of a line that does not depend on other tickets. */
export type FreeOffer = { readonly rule: PricingRule; readonly minor: number };

/**
 * A rule whose savings depend on the number of tickets that have it. The count runs from 0 to `counts` - 1. A pack starts
 * again at 0, a limit stops at its last count.
 */
export type CountedOffer = {
  readonly rule: PricingRule;
  readonly counts: number;
  readonly isPack: boolean;
  /** The saving of a ticket of each line at each count, by the lines' index. `undefined`: the line is not in scope. */
  readonly minor: readonly (((count: number) => number) | undefined)[];
};

/** Returns the best saving of each line by rules that count no tickets. Of equal savings the earlier rule applies. */
export function freeOffers(
  lines: readonly PricingLine[],
  rules: readonly PricingRule[],
): readonly (FreeOffer | undefined)[] {
  const open = rules.filter((rule) => !isCounted(rule, lines) && qualifies(rule, lines));
  return lines.map((line) => {
    let best: FreeOffer | undefined;
    for (const rule of open) {
      if (rule.kind !== "TICKET" && rule.kind !== "FESTIVAL") continue;
      const minor = isInScope(line, rule.scope) ? offSum(rule.off, priceWithFee(line)) : 0;
      if (minor > (best?.minor ?? 0)) best = { rule, minor };
    }
    return best;
  });
}

export function countedOffers(lines: readonly PricingLine[], rules: readonly PricingRule[]): readonly CountedOffer[] {
  return rules.flatMap((rule) => {
    if (!isCounted(rule, lines) || !qualifies(rule, lines)) return [];
    const minor = lines.map((line) => (isInScope(line, rule.scope) ? savingOf(rule, priceWithFee(line)) : undefined));
    const isPack = rule.kind === "MULTIPACK";
    return [{ rule, isPack, minor, counts: isPack ? rule.quantity : limitOf(rule) + 1 }];
  });
}

/** Returns whether the rule counts tickets. A limit that the cart cannot exceed does not. */
function isCounted(rule: PricingRule, lines: readonly PricingLine[]): boolean {
  return rule.kind === "MULTIPACK" || (rule.kind === "TICKET" && limitOf(rule) < ticketsInScope(rule, lines));
}

function limitOf(rule: PricingRule): number {
  return rule.kind === "TICKET" ? (rule.maximumTickets ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY;
}

/** Returns whether the cart meets the conditions of the rule. They do not depend on the tickets of other rules. */
export function qualifies(rule: PricingRule, lines: readonly PricingLine[]): boolean {
  const inScope = lines.filter((line) => isInScope(line, rule.scope));
  const tickets = ticketsInScope(rule, lines);
  switch (rule.kind) {
    case "TICKET":
      return tickets >= Math.max(1, rule.minimumTickets);
    case "FESTIVAL":
      return (
        tickets >= rule.minimumTickets && new Set(inScope.map(({ eventId }) => eventId)).size >= rule.minimumEvents
      );
    case "MULTIPACK":
      return tickets >= rule.quantity;
    case "ORDER":
      // Without a minimum, a cart with no ticket in scope would meet the rule.
      return (
        tickets > 0 &&
        inScope.reduce((sum, line) => sum + priceWithFee(line) * line.quantity, 0) >= rule.minimumSpendMinor
      );
  }
}

export function ticketsInScope({ scope }: PricingRule, lines: readonly PricingLine[]): number {
  return lines.filter((line) => isInScope(line, scope)).reduce((sum, { quantity }) => sum + quantity, 0);
}

/**
 * Returns the saving of one ticket under a counted rule, by the count. The tickets of a pack share a fixed sum evenly. A
 * ticket that costs less than its share of an amount belongs to no pack.
 */
function savingOf(rule: PricingRule, ticketMinor: number): ((count: number) => number) | undefined {
  if (rule.kind === "MULTIPACK") {
    const { off, quantity } = rule;
    if ("packPriceMinor" in off) return (count) => ticketMinor - evenShare(off.packPriceMinor, quantity, count);
    if ("amountMinor" in off && ticketMinor < evenShare(off.amountMinor, quantity, 0)) return undefined;
    if ("amountMinor" in off) return (count) => evenShare(off.amountMinor, quantity, count);
    const minor = offSum(off, ticketMinor);
    return () => minor;
  }
  if (rule.kind !== "TICKET") return undefined;
  const minor = offSum(rule.off, ticketMinor);
  return () => minor;
}
