import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { aCart, cheapestTotal, line, percentOff, someRules, splitsPacks } from "#test/pricing/exhaustive.ts";
import { priceCart } from "./price-cart.ts";
import type { PricingRule } from "./rule.ts";

const anything = {} as const;

describe("The price of a cart", () => {
  it("takes a percentage off price and fee, and names the saving: 10 % of two at 48.50 is 9.70", () => {
    const rule = percentOff(1000);
    const priced = priceCart([line({ priceMinor: 4600, feeMinor: 250, quantity: 2 })], [rule]);
    const saving = { ruleId: "discount:1", name: "10 % off", minor: 970 };
    assert.deepEqual(priced, {
      lines: [{ id: "line 1", savings: [{ ...saving, terms: rule }], totalMinor: 8730 }],
      savings: [saving],
      grossMinor: 9700,
      totalMinor: 8730,
    });
  });

  it("rounds half a cent of a percentage in the buyer's favour", () => {
    const saved = (priceMinor: number) => priceCart([line({ priceMinor })], [percentOff(1000)]).savings[0]?.minor;
    assert.deepEqual([saved(1004), saved(1005), saved(1006), saved(4)], [100, 101, 101, undefined]);
  });

  it("shares an order discount exactly: 10.00 off three lines of 30.00", () => {
    const order: PricingRule = {
      kind: "ORDER",
      id: "discount:1",
      name: "10 off",
      scope: anything,
      off: { amountMinor: 1000 },
      minimumSpendMinor: 0,
    };
    const lines = [1, 2, 3].map((id) => line({ id: `line ${id}`, ticketTypeId: id, priceMinor: 3000 }));
    assert.deepEqual(
      priceCart(lines, [order]).lines.map(({ totalMinor }) => totalMinor),
      [3000 - 334, 3000 - 333, 3000 - 333],
    );
  });

  it("prices millions of tickets without a search when no rule counts them", () => {
    const lines = Array.from({ length: 50 }, (_, index) => {
      return line({ id: `line ${index}`, ticketTypeId: index + 1, priceMinor: 1000, quantity: 100_000 });
    });
    const priced = priceCart(lines, [percentOff(1000)]);
    assert.deepEqual([priced.grossMinor, priced.totalMinor], [5_000_000_000, 4_500_000_000]);
  });

  it("is the lowest price that an exhaustive search of savings finds", () => {
    fc.assert(
      fc.property(aCart, someRules, (lines, rules) => {
        if (splitsPacks(lines, rules)) return;
        assert.equal(priceCart(lines, rules).totalMinor, cheapestTotal(lines, rules));
      }),
      { numRuns: 600 },
    );
  });

  it("has lines and savings that add up to the total, with any rules", () => {
    fc.assert(
      fc.property(aCart, someRules, (lines, rules) => {
        const priced = priceCart(lines, rules);
        const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
        const saved = sum(priced.savings.map(({ minor }) => minor));
        assert.equal(sum(priced.lines.map(({ totalMinor }) => totalMinor)), priced.totalMinor);
        assert.equal(priced.grossMinor - saved, priced.totalMinor);
        assert.equal(sum(priced.lines.flatMap(({ savings }) => savings.map(({ minor }) => minor))), saved);
        for (const { totalMinor, savings } of priced.lines) {
          assert.ok(Number.isSafeInteger(totalMinor) && totalMinor >= 0);
          assert.ok(savings.every(({ minor }) => minor > 0));
        }
      }),
      { numRuns: 400 },
    );
  });

  it("adds up and costs no more than with any single rule, beyond the bound of the search", () => {
    const packs = [2, 3, 4, 5, 6, 7].map(
      (quantity): PricingRule => ({
        kind: "MULTIPACK",
        id: `multipack:${quantity}`,
        name: `${quantity} for less`,
        scope: anything,
        quantity,
        off: { amountMinor: quantity * quantity * 20 },
      }),
    );
    const lines = Array.from({ length: 50 }, (_, index) =>
      line({ id: `line ${index}`, ticketTypeId: index + 1, priceMinor: 1000 + index, quantity: 10 }),
    );
    const { totalMinor, grossMinor, savings } = priceCart(lines, packs);
    assert.equal(grossMinor - savings.reduce((sum, { minor }) => sum + minor, 0), totalMinor);
    for (const pack of packs) assert.ok(totalMinor <= priceCart(lines, [pack]).totalMinor);
  });
});
