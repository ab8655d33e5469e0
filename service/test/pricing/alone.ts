import type { PricingLine, PricingRule } from "#src/pricing/domain/engine/rule.ts";
import { part, within } from "./exhaustive.ts";

/** Returns the saving of one rule alone, from the tickets in the order of their price. Shares no code with the engine. */
export function savedAlone(lines: readonly PricingLine[], rule: PricingRule): number {
  const mine = lines.filter((line) => within(line, rule.scope));
  const costs = mine
    .flatMap(({ priceMinor, feeMinor, quantity }) => Array<number>(quantity).fill(priceMinor + feeMinor))
    .sort((one, other) => other - one);
  if (costs.length === 0) return 0;
  if (rule.kind === "ORDER") return sum(costs) >= rule.minimumSpendMinor ? part(rule.off, sum(costs)) : 0;
  if (rule.kind === "MULTIPACK") return savedByPacks(costs, rule);
  const { off } = rule;
  if (costs.length < rule.minimumTickets) return 0;
  if (rule.kind === "FESTIVAL" && new Set(mine.map(({ eventId }) => eventId)).size < rule.minimumEvents) return 0;
  const most = rule.kind === "TICKET" ? rule.maximumTickets : undefined;
  return sum(costs.slice(0, most).map((cost) => part(off, cost)));
}

function savedByPacks(costs: readonly number[], { off, quantity }: PricingRule & { readonly kind: "MULTIPACK" }) {
  const least = "amountMinor" in off ? Math.ceil(off.amountMinor / quantity) : 0;
  const fit = costs.filter((cost) => cost >= least);
  let saved = 0;
  for (let from = 0; from + quantity <= fit.length; from += quantity) {
    const pack = fit.slice(from, from + quantity);
    if ("packPriceMinor" in off) saved += Math.max(0, sum(pack) - off.packPriceMinor);
    else if ("amountMinor" in off) saved += off.amountMinor;
    else saved += sum(pack.map((cost) => part(off, cost)));
  }
  return saved;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
