import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { aCart, line, someRules, within } from "#test/pricing/exhaustive.ts";
import { priceCart } from "./price-cart.ts";
import type { Off, PricingLine, PricingRule } from "./rule.ts";

function offEventA(off: Off): PricingRule {
  const rule = { name: "For event A", scope: { eventIds: [1] }, off, minimumSpendMinor: 0 };
  return { kind: "ORDER", id: "discount:9", ...rule };
}

const ofA = (priceMinor: number, quantity = 1) => line({ id: "A", eventId: 1, priceMinor, quantity });
const ofB = (priceMinor: number, quantity = 1) => line({ id: "B", eventId: 2, ticketTypeId: 2, priceMinor, quantity });

/** Returns four packs of 6, each for two of four events, so that two packs compete for each event's tickets. */
function packsOfPairs(percentages: readonly number[]): readonly PricingRule[] {
  return percentages.map((percentage, index): PricingRule => {
    const pack = { name: `Pack ${index + 1}`, scope: { eventIds: [index + 1, ((index + 1) % 4) + 1] }, quantity: 6 };
    return { kind: "MULTIPACK", id: `multipack:${index + 1}`, ...pack, off: { percentage } };
  });
}

/** Returns 58 tickets, for which the search with these packs stays within its bound but above a third of it. */
function fourEvents(pricesMinor: readonly number[]): readonly PricingLine[] {
  return [14, 14, 15, 15].map((quantity, index) => {
    const eventId = index + 1;
    return line({
      id: `event ${eventId}`,
      eventId,
      ticketTypeId: eventId,
      priceMinor: pricesMinor[index] ?? 0,
      quantity,
    });
  });
}

const four = (each: fc.Arbitrary<number>) => fc.array(each, { minLength: 4, maxLength: 4 });

describe("An order discount for some events", () => {
  it("takes half off a ticket of event A at 1.00 and nothing off one of event B at 1,000.00", () => {
    const priced = priceCart([ofB(100_000), ofA(100)], [offEventA({ percentage: 5000 })]);
    assert.equal(priced.totalMinor, 100_050);
    assert.deepEqual(
      priced.lines.map(({ id, totalMinor }) => [id, totalMinor]),
      [
        ["B", 100_000],
        ["A", 50],
      ],
    );
  });

  it("takes no more of an amount than the tickets of its events cost", () => {
    const priced = priceCart([ofB(100_000), ofA(100)], [offEventA({ amountMinor: 5000 })]);
    assert.equal(priced.totalMinor, 100_000);
  });

  it("never reduces a ticket outside its scope, with any other rules", () => {
    fc.assert(
      fc.property(aCart, someRules, (lines, rules) => {
        const priced = priceCart(lines, rules);
        for (const rule of rules.filter(({ kind }) => kind === "ORDER")) {
          for (const [index, outside] of lines.entries()) {
            if (within(outside, rule.scope)) continue;
            assert.ok(!priced.lines[index]?.savings.some(({ ruleId }) => ruleId === rule.id));
          }
        }
      }),
      { numRuns: 300 },
    );
  });

  it("leaves every pack in place: 58 tickets with four competing packs cost no more with 1 % off event A", () => {
    const lines = fourEvents([1000, 4000, 4000, 4000]);
    const packs = packsOfPairs([1000, 1100, 1200, 1300]);
    assert.equal(priceCart(lines, packs).totalMinor, 167_740);
    assert.equal(priceCart(lines, [...packs, offEventA({ percentage: 100 })]).totalMinor, 167_613);
  });

  it("never costs more than the cart without it when packs compete for many tickets", () => {
    const percentage = fc.integer({ min: 1, max: 5000 });
    const off = fc.oneof(fc.record({ percentage }), fc.record({ amountMinor: fc.integer({ min: 1, max: 50_000 }) }));
    fc.assert(
      fc.property(four(fc.integer({ min: 1, max: 9000 })), four(percentage), off, (prices, percentages, ofOrder) => {
        const lines = fourEvents(prices);
        const packs = packsOfPairs(percentages);
        const without = priceCart(lines, packs).totalMinor;
        assert.ok(priceCart(lines, [...packs, offEventA(ofOrder)]).totalMinor <= without);
      }),
      { numRuns: 40 },
    );
  });

  it("never costs more than the cart without it, and adds up, when a pack of a fixed price crosses its scope", () => {
    const pack: PricingRule = {
      kind: "MULTIPACK",
      id: "multipack:1",
      name: "Any two",
      scope: {},
      quantity: 2,
      off: { packPriceMinor: 1000 },
    };
    fc.assert(
      fc.property(aCart, someRules, fc.integer({ min: 1, max: 10_000 }), (lines, rules, percentage) => {
        const without = priceCart(lines, [pack, ...rules]);
        const priced = priceCart(lines, [pack, ...rules, { ...offEventA({ percentage }), id: "discount:8" }]);
        assert.ok(priced.totalMinor <= without.totalMinor);
        assert.ok(priced.lines.every(({ totalMinor }) => totalMinor >= 0));
        assert.equal(
          priced.lines.reduce((sum, { totalMinor }) => sum + totalMinor, 0),
          priced.totalMinor,
        );
      }),
      { numRuns: 300 },
    );
  });
});
