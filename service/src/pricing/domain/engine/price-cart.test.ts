import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { aCart, line, percentOff, someRules } from "#test/pricing/carts.ts";
import { cheapestTotal, splitsPacks } from "#test/pricing/exhaustive.ts";
import { priceCart } from "./price-cart.ts";
import type { PricingRule } from "./rule.ts";

const anything = {} as const;

describe("The price of a cart", () => {
  it("is the sum of price and fee of every ticket when no rule applies", () => {
    const priced = priceCart([line({ priceMinor: 4600, feeMinor: 250, quantity: 2 })], []);
    assert.deepEqual(priced, {
      lines: [{ id: "line 1", savings: [], totalMinor: 9700 }],
      savings: [],
      grossMinor: 9700,
      totalMinor: 9700,
    });
  });

  it("takes a percentage off price and fee: 10 % of two at 48.50 is 9.70", () => {
    const priced = priceCart([line({ priceMinor: 4600, feeMinor: 250, quantity: 2 })], [percentOff(1000)]);
    assert.deepEqual(priced.savings, [{ ruleId: "discount:1", name: "10 % off", minor: 970 }]);
    assert.equal(priced.totalMinor, 8730);
  });

  it("rounds half a cent of a percentage in the buyer's favour", () => {
    const saved = (priceMinor: number) => priceCart([line({ priceMinor })], [percentOff(1000)]).savings[0]?.minor;
    assert.deepEqual([saved(1004), saved(1005), saved(1006), saved(4)], [100, 101, 101, undefined]);
  });

  it("applies the better of two rules to a ticket, never both", () => {
    const rules = [percentOff(1000, { id: "discount:1" }), percentOff(2500, { id: "discount:2" })];
    const priced = priceCart([line({ priceMinor: 1000 })], rules);
    assert.deepEqual(
      priced.savings.map(({ ruleId, minor }) => [ruleId, minor]),
      [["discount:2", 250]],
    );
  });

  it("applies a limited rule to the most expensive tickets", () => {
    const rules = [percentOff(5000, { maximumTickets: 1 })];
    const lines = [line({ id: "child", priceMinor: 1000 }), line({ id: "adult", priceMinor: 3000 })];
    const priced = priceCart(lines, rules);
    assert.deepEqual(
      priced.lines.map(({ id, totalMinor }) => [id, totalMinor]),
      [
        ["child", 1000],
        ["adult", 1500],
      ],
    );
  });

  it("applies a festival discount once enough events are in the cart", () => {
    const festival: PricingRule = {
      kind: "FESTIVAL",
      id: "festival:1",
      name: "Weekend",
      scope: { eventIds: [1, 2, 3] },
      off: { percentage: 1500 },
      minimumEvents: 2,
      minimumTickets: 2,
    };
    const one = [line({ eventId: 1, priceMinor: 2000, quantity: 3 })];
    assert.equal(priceCart(one, [festival]).totalMinor, 6000);
    const elsewhere = line({ id: "elsewhere", eventId: 9, ticketTypeId: 9, priceMinor: 1000 });
    const two = [...one, line({ id: "second", eventId: 2, ticketTypeId: 2, priceMinor: 4000 }), elsewhere];
    assert.deepEqual(
      priceCart(two, [festival]).lines.map(({ totalMinor }) => totalMinor),
      [5100, 3400, 1000],
    );
  });

  it("takes nothing off an incomplete pack, and shares an odd amount exactly", () => {
    const pack: PricingRule = {
      kind: "MULTIPACK",
      id: "multipack:1",
      name: "Three for less",
      scope: { tag: "saturday" },
      quantity: 3,
      off: { amountMinor: 1000 },
    };
    const tickets = (quantity: number) => [line({ tags: ["saturday"], priceMinor: 2000, quantity })];
    assert.equal(priceCart(tickets(2), [pack]).totalMinor, 4000);
    assert.equal(priceCart(tickets(3), [pack]).totalMinor, 5000);
    assert.equal(priceCart(tickets(5), [pack]).totalMinor, 9000);
    assert.equal(priceCart(tickets(6), [pack]).totalMinor, 10_000);
  });

  it("fills a pack of a fixed price with the most expensive tickets", () => {
    const pack: PricingRule = {
      kind: "MULTIPACK",
      id: "multipack:1",
      name: "Any two for 50",
      scope: anything,
      quantity: 2,
      off: { packPriceMinor: 5000 },
    };
    const lines = [
      line({ id: "a", priceMinor: 2000 }),
      line({ id: "b", ticketTypeId: 2, priceMinor: 4000 }),
      line({ id: "c", ticketTypeId: 3, priceMinor: 3000 }),
    ];
    const priced = priceCart(lines, [pack]);
    assert.equal(priced.totalMinor, 7000);
    assert.deepEqual(priced.savings, [{ ruleId: "multipack:1", name: "Any two for 50", minor: 2000 }]);
    assert.equal(priceCart([line({ priceMinor: 2000, quantity: 2 })], [pack]).totalMinor, 4000);
  });

  it("applies one order discount after the savings of the tickets", () => {
    const order: PricingRule = {
      kind: "ORDER",
      id: "discount:9",
      name: "10 off 50",
      scope: anything,
      off: { amountMinor: 1000 },
      minimumSpendMinor: 5000,
    };
    const lines = [line({ id: "a", priceMinor: 3000 }), line({ id: "b", ticketTypeId: 2, priceMinor: 2000 })];
    const priced = priceCart(lines, [percentOff(1000), order]);
    assert.equal(priced.totalMinor, 5000 - 500 - 1000);
    assert.deepEqual(
      priced.lines.map(({ totalMinor }) => totalMinor),
      [2700 - 600, 1800 - 400],
    );
    assert.equal(priceCart([line({ priceMinor: 4999 })], [order]).totalMinor, 4999);
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
    const priced = priceCart(lines, [order]);
    assert.deepEqual(
      priced.lines.map(({ totalMinor }) => totalMinor),
      [3000 - 334, 3000 - 333, 3000 - 333],
    );
    assert.equal(priced.totalMinor, 8000);
  });

  it("takes nothing off an order without a ticket in the discount's scope", () => {
    const order: PricingRule = {
      kind: "ORDER",
      id: "discount:1",
      name: "10 off",
      scope: { eventIds: [1] },
      off: { amountMinor: 1000 },
      minimumSpendMinor: 0,
    };
    assert.equal(priceCart([line({ eventId: 2, priceMinor: 3000 })], [order]).totalMinor, 3000);
    const both = [line({ eventId: 1, priceMinor: 0 }), line({ id: "line 2", eventId: 2, priceMinor: 3000 })];
    assert.equal(priceCart(both, [order]).totalMinor, 3000);
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
