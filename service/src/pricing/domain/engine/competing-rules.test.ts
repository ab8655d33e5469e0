import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { savedAlone } from "#test/pricing/alone.ts";
import { line, percentOff } from "#test/pricing/carts.ts";
import { within } from "#test/pricing/exhaustive.ts";
import { aLargeCart, manyRules } from "#test/pricing/large-carts.ts";
import { priceCart } from "./price-cart.ts";
import type { PricingLine, PricingRule } from "./rule.ts";

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
