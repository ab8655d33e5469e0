import fc from "fast-check";
import type { Off, PricingLine, PricingRule, Scope } from "#src/pricing/domain/engine/rule.ts";

export function line(change: Partial<PricingLine>): PricingLine {
  const one = { eventId: 1, eventDateId: 1, ticketTypeId: 1, tags: [], priceMinor: 1000, feeMinor: 0, quantity: 1 };
  return { id: "line 1", ...one, ...change };
}

export function percentOff(
  percentage: number,
  change: { readonly id?: string; readonly maximumTickets?: number } = {},
): PricingRule {
  const rule = { name: `${percentage / 100} % off`, scope: {}, off: { percentage }, minimumTickets: 1 };
  return { kind: "TICKET", id: "discount:1", ...rule, ...change };
}

const TAGS = ["saturday", "family"];

const price = fc.integer({ min: 0, max: 4 }).map((steps) => steps * 333);

/** Small carts, for which an exhaustive search is possible. */
export const aCart: fc.Arbitrary<readonly PricingLine[]> = fc
  .array(
    fc.record({
      eventId: fc.integer({ min: 1, max: 3 }),
      tags: fc.subarray(TAGS),
      priceMinor: price,
      feeMinor: fc.constantFrom(0, 50),
      quantity: fc.integer({ min: 1, max: 3 }),
    }),
    { minLength: 1, maxLength: 3 },
  )
  .map((lines) =>
    lines.map((one, index) => {
      return line({ ...one, id: `line ${index}`, ticketTypeId: index + 1, eventDateId: one.eventId });
    }),
  );

const scope = fc.oneof(
  fc.constant({}),
  fc.constantFrom(...TAGS).map((tag) => ({ tag })),
  fc.subarray([1, 2, 3], { minLength: 1 }).map((eventIds) => ({ eventIds })),
);
const off = fc.oneof(
  fc.constantFrom(1000, 1550, 3333, 10_000).map((percentage) => ({ percentage })),
  fc.constantFrom(1, 100, 700).map((amountMinor) => ({ amountMinor })),
);
const packPrice = fc.constantFrom(0, 500, 1200).map((packPriceMinor) => ({ packPriceMinor }));

const unnamed = fc.oneof(
  fc
    .record({ scope, off, minimumTickets: fc.integer({ min: 1, max: 3 }) })
    .map((rule) => ({ kind: "TICKET", ...rule })),
  fc
    .record({ scope, off, minimumTickets: fc.constant(1), maximumTickets: fc.integer({ min: 1, max: 3 }) })
    .map((rule) => ({ kind: "TICKET", ...rule })),
  fc
    .record({
      scope,
      off,
      minimumEvents: fc.integer({ min: 1, max: 3 }),
      minimumTickets: fc.integer({ min: 1, max: 4 }),
    })
    .map((rule) => ({ kind: "FESTIVAL", ...rule })),
  fc
    .record({ scope, off: fc.oneof(off, packPrice), quantity: fc.integer({ min: 2, max: 3 }) })
    .map((rule) => ({ kind: "MULTIPACK", ...rule })),
  fc.record({ scope, off, minimumSpendMinor: fc.constantFrom(0, 1000) }).map((rule) => ({ kind: "ORDER", ...rule })),
);

export const someRules: fc.Arbitrary<readonly PricingRule[]> = fc
  .array(unnamed, { maxLength: 4 })
  .map((rules) => rules.map((rule, index) => ({ ...rule, id: `rule:${index}`, name: `Rule ${index}` }) as PricingRule));

/**
 * Returns the lowest total, by trying every assignment of one rule or none to each ticket. It shares no code with the
 * engine that it checks.
 */
export function cheapestTotal(lines: readonly PricingLine[], rules: readonly PricingRule[]): number {
  const tickets = lines.flatMap((line) => Array.from({ length: line.quantity }, () => line));
  const costs = tickets.map(({ priceMinor, feeMinor }) => priceMinor + feeMinor);
  const counts = (rule: PricingRule) => tickets.filter((ticket) => within(ticket, rule.scope));
  const open = rules.filter((rule) => rule.kind !== "ORDER" && fulfilled(rule, counts(rule)));
  const orders = rules.filter((rule) => rule.kind === "ORDER");

  let lowest = Number.POSITIVE_INFINITY;
  const given: (PricingRule | undefined)[] = [];
  const tryFrom = (at: number): void => {
    if (at === tickets.length) {
      const left = leftWith(costs, given, open);
      if (left === undefined) return;
      lowest = Math.min(lowest, sum(left), ...orders.map((rule) => sum(left) - orderOff(rule, tickets, left)));
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

/** Returns the price of each ticket after its rule, or `undefined` when a pack is incomplete or a limit is exceeded. */
function leftWith(costs: readonly number[], given: readonly (PricingRule | undefined)[], open: readonly PricingRule[]) {
  const left = [...costs];
  for (const rule of open) {
    const mine = costs.flatMap((_, at) => (given[at] === rule ? [at] : []));
    if (rule.kind === "MULTIPACK" && mine.length % rule.quantity !== 0) return undefined;
    if (rule.kind === "TICKET" && mine.length > (rule.maximumTickets ?? mine.length)) return undefined;
    for (const [place, at] of mine.entries()) {
      const cost = costs[at] as number;
      if (rule.kind === "MULTIPACK" && "packPriceMinor" in rule.off) {
        left[at] = evenly(rule.off.packPriceMinor, rule.quantity, place);
      } else if (rule.kind === "MULTIPACK" && "amountMinor" in rule.off) {
        left[at] = cost - evenly(rule.off.amountMinor, rule.quantity, place);
      } else {
        left[at] = cost - part(rule.off as Off, cost);
      }
    }
  }
  return left;
}

function evenly(minor: number, quantity: number, place: number): number {
  return Math.floor(minor / quantity) + (place % quantity < minor % quantity ? 1 : 0);
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

function orderOff(rule: PricingRule, tickets: readonly PricingLine[], left: readonly number[]): number {
  if (rule.kind !== "ORDER") return 0;
  const mine = tickets.flatMap((ticket, at) => (within(ticket, rule.scope) ? [at] : []));
  const spent = sum(mine.map((at) => (tickets[at]?.priceMinor ?? 0) + (tickets[at]?.feeMinor ?? 0)));
  return mine.length > 0 && spent >= rule.minimumSpendMinor ? part(rule.off, sum(mine.map((at) => left[at] ?? 0))) : 0;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** Returns the reduction of a price. Half a minor unit is rounded in the buyer's favour. */
export function part(off: Off, cost: number): number {
  if ("amountMinor" in off) return Math.min(off.amountMinor, cost);
  return Math.floor((cost * off.percentage) / 10_000 + 0.5);
}

/**
 * Returns whether an order rule applies to some tickets of a pack of a fixed sum and not to others. The sharing of the
 * pack's saving then matters, and the engine does not guarantee the lowest total.
 */
export function splitsPacks(lines: readonly PricingLine[], rules: readonly PricingRule[]): boolean {
  const packs = rules.filter((rule) => rule.kind === "MULTIPACK" && !("percentage" in rule.off));
  const orders = rules.filter(({ kind }) => kind === "ORDER");
  return packs.some((pack) => {
    const ofPack = lines.filter((line) => within(line, pack.scope));
    return orders.some((order) => new Set(ofPack.map((line) => within(line, order.scope))).size === 2);
  });
}

export function within(ticket: PricingLine, { eventIds, eventDateIds, ticketTypeIds, tag }: Scope): boolean {
  if (eventIds && !eventIds.includes(ticket.eventId)) return false;
  if (eventDateIds && !eventDateIds.includes(ticket.eventDateId)) return false;
  if (ticketTypeIds && !ticketTypeIds.includes(ticket.ticketTypeId)) return false;
  return tag === undefined || ticket.tags.includes(tag);
}
