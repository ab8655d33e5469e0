import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { aCart, cheapestTotal, line, someRules, splitsPacks, within } from "#test/pricing/exhaustive.ts";
import { advise, type Offered } from "./advise.ts";
import { priceCart } from "./price-cart.ts";
import type { PricingLine, PricingRule } from "./rule.ts";

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
        totalMinor: 5100,
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

  it("suggests types in the cart, and not a cheaper one that may not be for this buyer", () => {
    const two = [line({ tags: ["saturday"], priceMinor: 2000, quantity: 2 })];
    const adult = offered({ tags: ["saturday"], priceMinor: 2000 });
    const child = offered({ ticketTypeId: 2, tags: ["saturday"], priceMinor: 500 });
    const suggested = (types: readonly Offered[]) =>
      advise(two, [PACK], types).map(({ missing }) => missing.map(({ ticketTypeId }) => ticketTypeId));
    assert.deepEqual(suggested([child, adult]), [[1]]);
    assert.deepEqual(suggested([child]), []);
  });

  it("says what the cart then costs, more than now or less, and lists the lowest first", () => {
    const pair = (id: string, eventId: number, percentage: number): PricingRule => {
      return { ...PACK, id, scope: { eventIds: [eventId] }, quantity: 2, off: { percentage } };
    };
    const lines = [line({ priceMinor: 2000 }), line({ id: "line 2", eventId: 2, ticketTypeId: 2 })];
    const types = [offered({ priceMinor: 2000 }), offered({ eventId: 2, ticketTypeId: 2 })];
    const advice = advise(lines, [pair("a tenth", 2, 1000), pair("free", 1, 10_000)], types);
    assert.deepEqual(
      advice.map(({ ruleId, totalMinor }) => [ruleId, totalMinor]),
      [
        ["free", 1000],
        ["a tenth", 3800],
      ],
    );
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
    const list = [offered({ priceMinor: 3000, available: 10 })];
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
      // The first ones may be of the types in the cart.
      .map((list) => list.map((type, index) => offered({ ...type, ticketTypeId: index + 1 })));
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
  { missing, savesMinor, totalMinor }: ReturnType<typeof advise>[number],
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
  assert.equal(after.totalMinor, totalMinor);
  return totalMinor;
}

type OnSale = Omit<PricingLine, "id" | "quantity"> & { readonly available: number };

const ADDED_MAX = 4;

/**
 * Returns the lowest total of the cart with the fewest added tickets that meet the rule and save more, by trying every
 * addition, or `undefined` when there is none.
 */
function cheapestAddition(
  rule: PricingRule,
  lines: readonly PricingLine[],
  rules: readonly PricingRule[],
  offered: readonly OnSale[],
): number | undefined {
  const mayBeNamed = (type: OnSale) =>
    lines.some(({ ticketTypeId }) => ticketTypeId === type.ticketTypeId) ||
    (rule.kind === "FESTIVAL" && lines.every(({ eventId }) => eventId !== type.eventId));
  const before = measure(rule, lines);
  if (before.tickets === 0 || before.isOpen === false) return undefined;
  for (let count = 1; count <= ADDED_MAX; count += 1) {
    const fulfilling = additions(offered.filter(mayBeNamed), count).filter(
      (added) => measure(rule, [...lines, ...added]).met > before.met,
    );
    if (fulfilling.length === 0) continue;
    const totals = fulfilling.flatMap((added) => {
      const more = [...lines, ...added];
      const total = cheapestTotal(more, rules);
      const savesMore = gross(more) - total > gross(lines) - cheapestTotal(lines, rules);
      const ruleHelps =
        total <
        cheapestTotal(
          more,
          rules.filter((other) => other !== rule),
        );
      return savesMore && ruleHelps ? [total] : [];
    });
    return totals.length === 0 ? undefined : Math.min(...totals);
  }
  return undefined;
}

function measure(rule: PricingRule, lines: readonly PricingLine[]) {
  const mine = lines.filter((line) => within(line, rule.scope));
  const tickets = mine.reduce((sum, { quantity }) => sum + quantity, 0);
  if (rule.kind === "MULTIPACK") {
    return { tickets, met: Math.floor(tickets / rule.quantity), isOpen: tickets % rule.quantity !== 0 };
  }
  const events = new Set(mine.map(({ eventId }) => eventId)).size;
  const isMet =
    rule.kind === "ORDER"
      ? gross(mine) >= rule.minimumSpendMinor
      : tickets >= rule.minimumTickets && (rule.kind === "TICKET" || events >= rule.minimumEvents);
  return { tickets, met: isMet ? 1 : 0, isOpen: !isMet };
}

function additions(offered: readonly OnSale[], count: number): readonly (readonly PricingLine[])[] {
  if (count === 0) return [[]];
  const [first, ...rest] = offered;
  if (first === undefined) return [];
  const ways: (readonly PricingLine[])[] = [];
  for (let quantity = 0; quantity <= Math.min(count, first.available); quantity += 1) {
    for (const others of additions(rest, count - quantity)) {
      ways.push(quantity === 0 ? others : [{ ...first, id: `added ${first.ticketTypeId}`, quantity }, ...others]);
    }
  }
  return ways;
}

function gross(lines: readonly PricingLine[]): number {
  return lines.reduce((sum, { priceMinor, feeMinor, quantity }) => sum + (priceMinor + feeMinor) * quantity, 0);
}
