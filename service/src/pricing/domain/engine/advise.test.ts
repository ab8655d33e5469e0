import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { aCart, line, someRules } from "#test/pricing/carts.ts";
import { splitsPacks } from "#test/pricing/exhaustive.ts";
import { cheapestAddition } from "#test/pricing/exhaustive-advice.ts";
import { advise, type Offered } from "./advise.ts";
import { priceCart } from "./price-cart.ts";
import type { PricingRule } from "./rule.ts";

const PACK: PricingRule = {
  kind: "MULTIPACK",
  id: "multipack:1",
  name: "Three Saturdays",
  scope: { tag: "saturday" },
  quantity: 3,
  off: { percentage: 1500 },
};

const FESTIVAL: PricingRule = {
  kind: "FESTIVAL",
  id: "festival:1",
  name: "Weekend",
  scope: { eventIds: [1, 2, 3] },
  off: { percentage: 1500 },
  minimumEvents: 2,
  minimumTickets: 2,
};

function offered(change: Partial<Offered>): Offered {
  const { id: _, quantity: __, ...type } = line({});
  return { ...type, available: 5, ...change };
}

describe("Advice", () => {
  it("suggests the one Saturday ticket that completes the pack, with the saving of all three", () => {
    const lines = [line({ tags: ["saturday"], priceMinor: 2000, quantity: 2 })];
    assert.deepEqual(advise(lines, [PACK], [offered({ tags: ["saturday"], priceMinor: 2000 })]), [
      {
        ruleId: "multipack:1",
        name: "Three Saturdays",
        savesMinor: 900,
        missing: [{ eventId: 1, eventDateId: 1, ticketTypeId: 1, quantity: 1 }],
      },
    ]);
  });

  it("suggests the cheapest ticket of another event when a festival discount lacks one event", () => {
    const types = [
      offered({ eventId: 1, ticketTypeId: 1, priceMinor: 500 }),
      offered({ eventId: 2, eventDateId: 2, ticketTypeId: 21, priceMinor: 4000 }),
      offered({ eventId: 3, eventDateId: 3, ticketTypeId: 31, priceMinor: 3000 }),
    ];
    const [advice] = advise([line({ eventId: 1, priceMinor: 2000 })], [FESTIVAL], types);
    assert.deepEqual(advice?.missing, [{ eventId: 3, eventDateId: 3, ticketTypeId: 31, quantity: 1 }]);
    assert.equal(advice?.savesMinor, 300 + 450);
  });

  it("suggests nothing that is unavailable, saves nothing, or belongs to a rule without a ticket in the cart", () => {
    const two = [line({ tags: ["saturday"], priceMinor: 2000, quantity: 2 })];
    assert.deepEqual(advise(two, [PACK], [offered({ tags: ["saturday"], available: 0 })]), []);
    assert.deepEqual(advise(two, [PACK], [offered({ tags: ["sunday"] })]), []);
    assert.deepEqual(advise([line({ quantity: 2 })], [PACK], [offered({ tags: ["saturday"] })]), []);
    const better: PricingRule = {
      kind: "TICKET",
      id: "discount:1",
      name: "Half",
      scope: {},
      off: { percentage: 5000 },
      minimumTickets: 1,
    };
    assert.deepEqual(advise(two, [PACK, better], [offered({ tags: ["saturday"] })]), []);
  });

  it("suggests nothing for a rule whose conditions are met", () => {
    const three = [line({ tags: ["saturday"], quantity: 3 })];
    assert.deepEqual(advise(three, [PACK], [offered({ tags: ["saturday"] })]), []);
  });

  it("suggests nothing when many packs compete for many tickets, instead of taking long", () => {
    const packs = [3, 4, 5, 6, 7].map((quantity): PricingRule => {
      const off = { percentage: quantity * 100 };
      return { kind: "MULTIPACK", id: `multipack:${quantity}`, name: "A pack", scope: {}, quantity, off };
    });
    const few = packs.slice(0, 1);
    const lines = [line({ quantity: 46, priceMinor: 3000 })];
    const list = [offered({ ticketTypeId: 2, priceMinor: 3000, available: 10 })];
    assert.equal(advise(lines, few, list).length, 1);
    assert.deepEqual(advise(lines, packs, list), []);
  });

  it("suggests the cheapest addition that an exhaustive search finds", () => {
    const types = fc
      .array(
        fc.record({
          eventId: fc.integer({ min: 1, max: 3 }),
          tags: fc.subarray(["saturday", "family"]),
          priceMinor: fc.constantFrom(333, 1000),
          available: fc.integer({ min: 0, max: 2 }),
        }),
        { maxLength: 3 },
      )
      .map((list) => list.map((type, index) => offered({ ...type, ticketTypeId: 100 + index })));
    const cart = aCart.map((lines) =>
      lines.slice(0, 2).map((one) => ({ ...one, quantity: Math.min(one.quantity, 2) })),
    );
    const few = someRules.map((rules) => rules.slice(0, 3));
    fc.assert(
      fc.property(cart, few, types, (lines, rules, list) => {
        if (splitsPacks([...lines, ...list.map((type) => line(type))], rules)) return;
        const advice = advise(lines, rules, list);
        for (const rule of rules) {
          const ofRule = advice.find(({ ruleId }) => ruleId === rule.id);
          assert.equal(ofRule && totalWith(ofRule, lines, rules, list), cheapestAddition(rule, lines, rules, list));
        }
      }),
      { numRuns: 600 },
    );
  });
});

/** Returns the total of the cart with the suggested tickets. Asserts that they are available and save what the advice says. */
function totalWith(
  { missing, savesMinor }: ReturnType<typeof advise>[number],
  lines: Parameters<typeof advise>[0],
  rules: readonly PricingRule[],
  list: readonly Offered[],
): number {
  const added = missing.map(({ ticketTypeId, quantity }) => {
    const type = list.find((candidate) => candidate.ticketTypeId === ticketTypeId);
    assert.ok(type !== undefined && quantity <= type.available);
    const { available: _, ...rest } = type;
    return line({ ...rest, id: `more ${ticketTypeId}`, quantity });
  });
  const before = priceCart(lines, rules);
  const after = priceCart([...lines, ...added], rules);
  assert.equal(after.grossMinor - after.totalMinor - (before.grossMinor - before.totalMinor), savesMinor);
  assert.ok(savesMinor > 0);
  return after.totalMinor;
}
