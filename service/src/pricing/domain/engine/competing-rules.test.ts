import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { line, part, percentOff, within } from "#test/pricing/exhaustive.ts";
import { priceCart } from "./price-cart.ts";
import type { PricingLine, PricingRule } from "./rule.ts";

const EVENTS = Array.from({ length: 10 }, (_, index) => index + 1);
const TAGS = ["saturday", "family", "stalls"];

/** Up to fifty lines of up to a hundred tickets, too many for an exhaustive search. */
const aLargeCart: fc.Arbitrary<readonly PricingLine[]> = fc
  .array(
    fc.record({
      eventId: fc.constantFrom(...EVENTS),
      tags: fc.subarray(TAGS),
      priceMinor: fc.integer({ min: 0, max: 9000 }),
      feeMinor: fc.constantFrom(0, 250),
      quantity: fc.integer({ min: 1, max: 100 }),
    }),
    { minLength: 5, maxLength: 50 },
  )
  .map((lines) => lines.map((given, index) => line({ ...given, id: `line ${index}`, ticketTypeId: index + 1 })));

const scope = fc.oneof(
  fc.constant({}),
  fc.constantFrom(...TAGS).map((tag) => ({ tag })),
  fc.subarray(EVENTS, { minLength: 1, maxLength: 3 }).map((eventIds) => ({ eventIds })),
);
const percentage = fc.integer({ min: 1, max: 10_000 }).map((hundredths) => ({ percentage: hundredths }));
const amount = fc.integer({ min: 1, max: 30_000 }).map((amountMinor) => ({ amountMinor }));
const packPrice = fc.integer({ min: 0, max: 30_000 }).map((packPriceMinor) => ({ packPriceMinor }));
const minimumTickets = fc.integer({ min: 1, max: 200 });

const unnamed = fc.oneof(
  fc.record({ scope, off: fc.oneof(percentage, amount), minimumTickets }).map((rule) => ({ kind: "TICKET", ...rule })),
  fc
    .record({
      scope,
      off: fc.oneof(percentage, amount),
      minimumTickets: fc.constant(1),
      maximumTickets: fc.integer({ min: 1, max: 900 }),
    })
    .map((rule) => ({ kind: "TICKET", ...rule })),
  fc
    .record({ scope, off: percentage, minimumEvents: fc.integer({ min: 1, max: 4 }), minimumTickets })
    .map((rule) => ({ kind: "FESTIVAL", ...rule })),
  fc
    .record({ scope, off: fc.oneof(percentage, amount, packPrice), quantity: fc.integer({ min: 2, max: 12 }) })
    .map((rule) => ({ kind: "MULTIPACK", ...rule })),
  fc
    .record({ scope, off: fc.oneof(percentage, amount), minimumSpendMinor: fc.constantFrom(0, 100_000) })
    .map((rule) => ({ kind: "ORDER", ...rule })),
);

const manyRules: fc.Arbitrary<readonly PricingRule[]> = fc
  .array(unnamed, { minLength: 1, maxLength: 12 })
  .map((rules) => rules.map((rule, index) => ({ ...rule, id: `rule:${index}`, name: `Rule ${index}` }) as PricingRule));

function packOf(quantity: number, eventId: number): PricingRule {
  const pack = { name: `${quantity} of show ${eventId}`, scope: { eventIds: [eventId] }, off: { percentage: 2000 } };
  return { kind: "MULTIPACK", id: `multipack:${eventId}`, quantity, ...pack };
}

/** Returns `count` events, each with a pack of its own that its tickets fill exactly. */
function shows(count: number, tickets: number): { readonly lines: PricingLine[]; readonly rules: PricingRule[] } {
  const events = Array.from({ length: count }, (_, index) => index + 1);
  return {
    lines: events.map((eventId) => line({ id: `show ${eventId}`, eventId, ticketTypeId: eventId, quantity: tickets })),
    rules: events.map((eventId) => packOf(tickets, eventId)),
  };
}

describe("Rules that do not compete", () => {
  it("all apply: four shows of 10 tickets at 10.00, each with its own pack of 10 at 20 % off, cost 320.00", () => {
    const { lines, rules } = shows(4, 10);
    assert.equal(priceCart(lines, rules).totalMinor, 32_000);
  });

  it("all apply: seven shows of 4 tickets at 10.00, each with its own pack of 4 at 20 % off, cost 224.00", () => {
    const { lines, rules } = shows(7, 4);
    assert.equal(priceCart(lines, rules).totalMinor, 22_400);
  });

  it("all apply beside a pack over every show that gains more than any of them, beyond the bound of the search", () => {
    const { lines, rules } = shows(7, 4);
    const anyFive: PricingRule = { ...packOf(5, 0), scope: {}, off: { percentage: 1000 } };
    assert.equal(priceCart(lines, [anyFive, ...rules]).totalMinor, 22_400);
  });
});

describe("A rule that shares no line with another", () => {
  for (const tickets of [599, 600, 831, 832, 100_000]) {
    it(`takes 50 % off at most 600 tickets: of ${tickets} at 10.00`, () => {
      const { totalMinor } = priceCart([line({ quantity: tickets })], [percentOff(5000, { maximumTickets: 600 })]);
      assert.equal(totalMinor, tickets * 1000 - Math.min(tickets, 600) * 500);
    });
  }

  it("fills every pack at any size: 100,001 tickets at 10.00 in packs of 4 for 30.00", () => {
    const off = { packPriceMinor: 3000 };
    const pack: PricingRule = { kind: "MULTIPACK", id: "multipack:1", name: "Any 4", scope: {}, quantity: 4, off };
    const { totalMinor, savings } = priceCart([line({ quantity: 100_001 })], [pack]);
    assert.deepEqual([totalMinor, savings[0]?.minor], [75_001_000, 25_000_000]);
  });

  it("saves on a large cart as much as when applied to its tickets in the order of their price", () => {
    fc.assert(
      fc.property(aLargeCart, manyRules, (lines, rules) => {
        for (const rule of rules) {
          const { grossMinor, totalMinor } = priceCart(lines, [rule]);
          assert.equal(grossMinor - totalMinor, savedAlone(lines, rule));
        }
      }),
      { numRuns: 100 },
    );
  });
});

describe("Rules that compete for the tickets of a large cart", () => {
  it("never cost more together than any one of them, or any of them that share no ticket", () => {
    fc.assert(
      fc.property(aLargeCart, manyRules, (lines, rules) => {
        const { grossMinor, totalMinor } = priceCart(lines, rules);
        for (const first of rules) {
          const apart = disjointFrom(lines, first, rules);
          const saved = apart.reduce((sum, rule) => sum + savedAlone(lines, rule), 0);
          const names = apart.map(({ id }) => id).join(", ");
          assert.ok(grossMinor - totalMinor >= savedAlone(lines, first), `worse than ${first.id} alone`);
          assert.ok(grossMinor - totalMinor >= saved, `${grossMinor - totalMinor} is less than ${saved} by ${names}`);
        }
      }),
      { numRuns: 60 },
    );
  });
});

/** Returns a rule and, after it, each rule that shares no ticket with those before, with at most one for the order. */
function disjointFrom(lines: readonly PricingLine[], first: PricingRule, rules: readonly PricingRule[]) {
  const apart: PricingRule[] = [];
  for (const rule of [first, ...rules]) {
    const meets = (other: PricingRule) =>
      lines.some((one) => within(one, rule.scope) && within(one, other.scope)) ||
      (rule.kind === "ORDER" && other.kind === "ORDER");
    if (!apart.some(meets)) apart.push(rule);
  }
  return apart;
}

/** Returns the saving of one rule alone, from the tickets in the order of their price. Shares no code with the engine. */
function savedAlone(lines: readonly PricingLine[], rule: PricingRule): number {
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
