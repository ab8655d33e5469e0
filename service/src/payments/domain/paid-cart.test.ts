import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { priceCart } from "#src/pricing/domain/engine/price-cart.ts";
import { evenShare, type PricingLine, type PricingRule } from "#src/pricing/domain/engine/rule.ts";
import { aCart, line, someRules, splitsPacks } from "#test/pricing/exhaustive.ts";
import { type By, type ModelTicket, returnModel } from "#test/refunds/return-model.ts";
import { type PaidCart, priceKept, worthOfReturn } from "./paid-cart.ts";
import { refundOfTickets } from "./refund.ts";

const FULL = { fee: "returned", percentage: 100 } as const;
/** The most tickets whose prices the model finds by trying everything. */
const TICKETS_MAX = 6;

type Sold = {
  readonly cart: PaidCart;
  readonly rules: readonly PricingRule[];
  readonly tickets: readonly ModelTicket[];
};

/** Sells a cart as a payment does: the tickets of a line share evenly what was paid for it, and each saving keeps its rule. */
function sell(lines: readonly PricingLine[], rules: readonly PricingRule[]): Sold {
  const priced = priceCart(lines, rules);
  const tickets = lines.flatMap(({ id: lineId, quantity, feeMinor }, at) =>
    Array.from({ length: quantity }, (_, place) => {
      const paidMinor = evenShare(priced.lines[at]?.totalMinor ?? 0, quantity, place);
      return { id: 10 * (at + 1) + place, lineId, paidMinor, feeMinor };
    }),
  );
  const terms = priced.lines.map(({ savings }) => savings.map((saving) => saving.terms));
  const keptLines = lines.map((one, at) => ({ ...one, terms: terms[at] ?? [] }));
  const cart = {
    lines: keptLines,
    tickets: tickets.map((one) => ({ ...one, isReturned: false })),
    returnedMinor: 0,
    feesOwedMinor: 0,
  };
  return { cart, tickets, rules: [...new Map(terms.flat().map((rule) => [rule.id, rule])).values()] };
}

type WorthOf = (cart: PaidCart, ids: readonly number[]) => number | undefined;

/** Returns what returns of tickets give back one after another, as a refund is written. */
function returning({ cart, tickets }: Sold, worthOf: WorthOf = worthOfReturn) {
  let now = cart;
  let leftMinor = tickets.reduce((sum, { paidMinor }) => sum + paidMinor, 0);
  return (ids: readonly number[], by: By): number => {
    const mine = tickets.filter(({ id }) => ids.includes(id));
    const worthMinor = by === "share" ? undefined : worthOf(now, ids);
    const refunded = refundOfTickets(mine, by === "share" ? FULL : by, {
      worthMinor,
      leftMinor,
      feesOwedMinor: now.feesOwedMinor,
    });
    const back = refunded.reduce((sum, { minor }) => sum + minor, 0);
    assert.ok(refunded.every(({ minor, feeKeptMinor }) => minor >= 0 && feeKeptMinor >= 0));
    leftMinor -= back;
    const fees = mine.reduce((sum, { feeMinor, paidMinor }) => sum + Math.min(feeMinor, paidMinor), 0);
    const kept = refunded.reduce((sum, { feeKeptMinor }) => sum + feeKeptMinor, 0);
    const isKept = by !== "share" && by.fee === "kept";
    now = {
      ...now,
      feesOwedMinor: now.feesOwedMinor + (isKept ? fees - kept : 0),
      tickets: now.tickets.map((one) => (ids.includes(one.id) ? { ...one, isReturned: true } : one)),
      returnedMinor: now.returnedMinor + (worthMinor ?? mine.reduce((sum, { paidMinor }) => sum + paidMinor, 0)),
    };
    return back;
  };
}

const policy = fc.record({
  fee: fc.constantFrom("returned" as const, "kept" as const),
  percentage: fc.constantFrom(100, 80, 33),
});

/** A cart of packs, limits, accessories by tag, percentages, festivals and order discounts, and the order of its returns. */
const aStory = fc
  .record({
    lines: aCart.filter((lines) => lines.reduce((sum, { quantity }) => sum + quantity, 0) <= TICKETS_MAX),
    rules: someRules,
    order: fc.array(fc.nat(), { minLength: TICKETS_MAX, maxLength: TICKETS_MAX }),
    steps: fc.array(fc.tuple(fc.integer({ min: 1, max: 3 }), fc.boolean()), { minLength: 6, maxLength: 6 }),
    policy,
  })
  .filter(({ lines, rules }) => !splitsPacks(lines, rules));

type Story = typeof aStory extends fc.Arbitrary<infer Value> ? Value : never;

/** Returns the tickets of each return, in a drawn order, until none is left. */
function returnsOf(tickets: readonly ModelTicket[], { order, steps }: Pick<Story, "order" | "steps">) {
  const left = tickets.map(({ id }) => id);
  const shuffled = order.flatMap((draw) => (left.length > 0 ? left.splice(draw % left.length, 1) : []));
  return steps.flatMap(([count, isBuyer]) => {
    const ids = shuffled.splice(0, count);
    return ids.length > 0 ? [{ ids, isBuyer }] : [];
  });
}

const equalsModel = (worthOf: WorthOf) =>
  fc.property(aStory, (story) => {
    const sold = sell(story.lines, story.rules);
    const [give, expected] = [returning(sold, worthOf), returnModel(story.lines, sold.rules, sold.tickets)];
    for (const { ids, isBuyer } of returnsOf(sold.tickets, story)) {
      const by = isBuyer ? story.policy : "share";
      assert.equal(give(ids, by), expected(ids, by));
    }
  });

test("a return is worth what the model says, whatever was sold by whatever rules, returned in any order by anybody", () => {
  fc.assert(equalsModel(worthOfReturn), { numRuns: 1_000 });
});

test("the control: the model finds returns that are worth their tickets' shares", () => {
  const shares: WorthOf = ({ tickets }, ids) =>
    tickets.reduce((sum, { id, paidMinor }) => sum + (ids.includes(id) ? paidMinor : 0), 0);
  assert.equal(fc.check(equalsModel(shares), { numRuns: 1_000 }).failed, true);
});

test("returned in any parts and any order, all tickets of a cart are worth what was paid for it", () => {
  fc.assert(
    fc.property(aStory, (story) => {
      const sold = sell(story.lines, story.rules);
      const give = returning(sold);
      const given = returnsOf(sold.tickets, story).reduce((sum, { ids }) => sum + give(ids, FULL), 0);
      assert.equal(
        given,
        sold.tickets.reduce((sum, { paidMinor }) => sum + paidMinor, 0),
      );
    }),
    { numRuns: 1_000 },
  );
});

const FOUR: PricingRule = {
  kind: "MULTIPACK",
  id: "multipack:1",
  name: "Group of four",
  scope: {},
  quantity: 4,
  off: { packPriceMinor: 9500 },
};
const group = () => sell([line({ priceMinor: 4500, feeMinor: 250, quantity: 4 })], [FOUR]);

test("four at half price: three back and then one are worth what four at once are, and one alone nothing", () => {
  const gives = (...returns: readonly (readonly number[])[]) => {
    const give = returning(group());
    return returns.map((ids) => give(ids, FULL));
  };
  assert.deepEqual(gives([10, 11, 12], [13]), [4750, 4750]);
  assert.deepEqual(gives([13], [10, 11, 12]), [0, 9500]);
  assert.deepEqual(gives([10, 11, 12, 13]), [9500]);
  const { cart } = group();
  const one = { minor: 4750, lostSavings: ["Group of four"] };
  assert.deepEqual(priceKept(cart, cart.tickets.slice(0, 1)), one);
  assert.deepEqual(priceKept(cart, cart.tickets), { minor: 9500, lostSavings: [] });
});

test("where fees are kept, the order of returns keeps none from the organiser", () => {
  const kept = { fee: "kept", percentage: 100 } as const;
  for (const order of [[[10, 11, 12, 13]], [[13], [10, 11, 12]], [[10, 11, 12], [13]], [[10], [11], [12], [13]]]) {
    const give = returning(group());
    assert.equal(
      order.reduce((sum, ids) => sum + give(ids, kept), 0),
      9500 - 4 * 250,
    );
  }
});

test("a refund is rounded down once, and its first ticket takes the remainder", () => {
  const refunded = (worthMinor: number | undefined, percentage = 50) =>
    refundOfTickets(group().tickets.slice(0, 3), { fee: "returned", percentage }, { worthMinor, leftMinor: 9500 }).map(
      ({ minor }) => minor,
    );
  assert.deepEqual(refunded(4751), [793, 791, 791]);
  assert.deepEqual(refunded(undefined), [1187, 1187, 1187]);
  assert.deepEqual(refunded(0), [0, 0, 0]);
});

test("without the terms of every saving, or the tags they choose tickets by, tickets are worth their shares", () => {
  const { cart } = group();
  const [one] = cart.lines;
  assert.ok(one);
  assert.equal(worthOfReturn({ ...cart, lines: [{ ...one, terms: undefined }] }, [10]), undefined);
  const tagged = [{ ...one, terms: [{ ...FOUR, scope: { tag: "stalls" } }] }];
  assert.equal(worthOfReturn({ ...cart, lines: tagged }, [10]), undefined);
});

test("a festival's event of which every ticket came back does not count for those of the other", () => {
  const rule: PricingRule = {
    kind: "FESTIVAL",
    id: "festivalDiscount:1",
    name: "Two nights",
    scope: {},
    off: { percentage: 2_000 },
    minimumEvents: 2,
    minimumTickets: 2,
  };
  const nights = [1, 2].map((eventId) =>
    line({ id: `line ${eventId}`, eventId, ticketTypeId: eventId, priceMinor: 5_000 }),
  );
  const give = returning(sell(nights, [rule]));
  assert.deepEqual([give([10], FULL), give([20], FULL)], [3_000, 5_000]);
});
