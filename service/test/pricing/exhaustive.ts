import type { Off, PricingLine, PricingRule, Scope } from "#src/domain/pricing/rule.ts";

/**
 * The lowest total, by trying every way of giving each ticket one rule or none. It shares no code with the engine: what
 * is to be checked must not check itself.
 */
export function cheapestTotal(lines: readonly PricingLine[], rules: readonly PricingRule[]): number {
  const tickets = lines.flatMap((line) => Array.from({ length: line.quantity }, () => line));
  const costs = tickets.map(({ priceMinor, feeMinor }) => priceMinor + feeMinor);
  const gross = costs.reduce((sum, cost) => sum + cost, 0);
  const counts = (rule: PricingRule) => tickets.filter((ticket) => within(ticket, rule.scope));
  const open = rules.filter((rule) => rule.kind !== "ORDER" && fulfilled(rule, counts(rule)));
  const orders = rules.filter((rule) => rule.kind === "ORDER");

  let lowest = Number.POSITIVE_INFINITY;
  const given: (PricingRule | undefined)[] = [];
  const tryFrom = (at: number): void => {
    if (at === tickets.length) {
      const saved = savedBy(costs, given, open);
      if (saved === undefined) return;
      const left = gross - saved;
      for (const total of [left, ...orders.map((rule) => left - orderOff(rule, left, counts(rule)))]) {
        lowest = Math.min(lowest, total);
      }
      return;
    }
    for (const rule of [undefined, ...open]) {
      if (rule !== undefined && !mayHave(rule, tickets[at] as PricingLine, costs[at] as number)) continue;
      given[at] = rule;
      tryFrom(at + 1);
    }
  };
  tryFrom(0);
  return lowest;
}

/** `undefined` where a pack is not full, or a limit is passed. */
function savedBy(costs: readonly number[], given: readonly (PricingRule | undefined)[], open: readonly PricingRule[]) {
  let saved = 0;
  for (const rule of open) {
    const mine = costs.filter((_, at) => given[at] === rule);
    if (mine.length === 0) continue;
    if (rule.kind === "MULTIPACK") {
      if (mine.length % rule.quantity !== 0) return undefined;
      const packs = mine.length / rule.quantity;
      if ("packPriceMinor" in rule.off)
        saved += mine.reduce((sum, cost) => sum + cost, 0) - packs * rule.off.packPriceMinor;
      else if ("amountMinor" in rule.off) saved += packs * rule.off.amountMinor;
      else for (const cost of mine) saved += part(rule.off, cost);
    } else if (rule.kind === "TICKET" || rule.kind === "FESTIVAL") {
      if (rule.kind === "TICKET" && mine.length > (rule.maximumTickets ?? mine.length)) return undefined;
      for (const cost of mine) saved += part(rule.off, cost);
    }
  }
  return saved;
}

function mayHave(rule: PricingRule, ticket: PricingLine, cost: number): boolean {
  if (!within(ticket, rule.scope)) return false;
  const isAmount = rule.kind === "MULTIPACK" && "amountMinor" in rule.off;
  return !isAmount || cost >= Math.ceil((rule.off as { amountMinor: number }).amountMinor / rule.quantity);
}

function fulfilled(rule: PricingRule, tickets: readonly PricingLine[]): boolean {
  if (rule.kind === "TICKET") return tickets.length >= rule.minimumTickets;
  if (rule.kind !== "FESTIVAL") return true;
  const events = new Set(tickets.map(({ eventId }) => eventId));
  return events.size >= rule.minimumEvents && tickets.length >= rule.minimumTickets;
}

function orderOff(rule: PricingRule, left: number, tickets: readonly PricingLine[]): number {
  if (rule.kind !== "ORDER") return 0;
  const spent = tickets.reduce((sum, { priceMinor, feeMinor }) => sum + priceMinor + feeMinor, 0);
  return tickets.length > 0 && spent >= rule.minimumSpendMinor ? part(rule.off, left) : 0;
}

/** Half up: 0.5 of a minor unit is the buyer's. */
function part(off: Off, cost: number): number {
  if ("amountMinor" in off) return Math.min(off.amountMinor, cost);
  return Math.floor((cost * off.percentage) / 10_000 + 0.5);
}

export function within(ticket: PricingLine, { eventIds, eventDateIds, ticketTypeIds, tag }: Scope): boolean {
  if (eventIds && !eventIds.includes(ticket.eventId)) return false;
  if (eventDateIds && !eventDateIds.includes(ticket.eventDateId)) return false;
  if (ticketTypeIds && !ticketTypeIds.includes(ticket.ticketTypeId)) return false;
  return tag === undefined || ticket.tags.includes(tag);
}
