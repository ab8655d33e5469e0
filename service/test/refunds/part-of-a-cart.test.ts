import assert from "node:assert/strict";
import test from "node:test";
import fc from "fast-check";
import { readPaidCart } from "#src/payments/store/paid-tickets.ts";
import { quoteRefund } from "#src/payments/use-cases/quote-refund.ts";
import { toDecimal } from "#src/platform/domain/money.ts";
import { isChecked } from "#src/platform/store/faults.ts";
import { insertRow } from "#src/platform/store/rows.ts";
import { lockCart } from "#src/reservations/use-cases/lock-cart.ts";
import { answerType, BUYER, buying, putOnSale } from "#test/buying.ts";
import { testDatabase } from "#test/cluster.ts";
import { makeVoucher, voucherFaults } from "#test/payments/voucher-story.ts";
import { gist, refundFaults, refundStage, ticketsOf } from "./refund-story.ts";
import { returnModel } from "./return-model.ts";

const { db, drop } = await testDatabase();
test.after(drop);
test.afterEach(async () => assert.deepEqual([...(await refundFaults(db)), ...(await voucherFaults(db))], []));

const FULL = { untilHoursBefore: 1, percentage: 100, keepsFee: false };
const FOUR = { kind: "MULTIPACK", name: "Group of four", packPriceMinor: 9_500, quantity: 4 };
const NIGHTS = { kind: "FESTIVAL", name: "Two nights", percentage: 2_000, minimumEvents: 2 };

type Stage = Awaited<ReturnType<typeof refundStage>>;

/** Returns two events of one account with these rules, and the steps of a buyer of both. */
async function twoEvents(rules: readonly object[], { currency = "AUD", policy = FULL } = {}) {
  const wish = { currency, sections: [40], types: [{}, {}] };
  const on = await refundStage(db, wish);
  const other = await putOnSale(db, wish);
  const { caller, onSale, runtime } = on;
  await db.query(`UPDATE event SET account_id = $1 WHERE id = $2`, [caller.account.id, other.eventId]);
  await db.query(`UPDATE event SET refund_policy = $1 WHERE id = ANY ($2)`, [
    JSON.stringify(policy),
    [onSale.eventId, other.eventId],
  ]);
  for (const rule of rules) await addRule(on, rule);
  const elsewhere = buying(runtime, { ...other, caller });

  /** Sells these quantities of both events in one cart, a part by voucher. Returns what is read of it, and the keys of its sales. */
  async function sold(here: readonly number[], there: readonly number[] = [], voucherMinor = 0) {
    const voucher = voucherMinor > 0 ? { voucher: { code: (await makeVoucher(on, voucherMinor)).code } } : {};
    const first = await on.reserve(here);
    const { cartKey } = first;
    const keys = [first.key];
    if (there.some((quantity) => quantity > 0)) keys.push((await elsewhere.reserve(there, { cartKey })).key);
    await lockCart(runtime, caller, { cartKey }, BUYER);
    const [due] = await db.query<{ minor: number }>(
      `SELECT sum(total_minor)::bigint AS minor FROM sale WHERE cart_key = $1`,
      [cartKey],
    );
    assert.equal(
      answerType(await on.pay(cartKey, toDecimal({ minor: due?.minor ?? 0, currency }), voucher)),
      "SUCCESS",
    );
    const [attempt] = await db.query<{ id: string }>(`SELECT id FROM payment_attempt WHERE cart_key = $1`, [cartKey]);
    const cart = await readPaidCart(db, attempt?.id ?? "");
    const tickets = await Promise.all(keys.map((key) => ticketsOf(db, key)));
    const keyOf = new Map(keys.flatMap((key, at) => (tickets[at] ?? []).map(({ id }) => [id, key] as const)));
    return { cart, key: first.key, keys, keyOf, paidMinor: due?.minor ?? 0, ids: cart.tickets.map(({ id }) => id) };
  }

  return { ...on, sold, back: (key: string, ids: readonly number[]) => byBuyer(on, key, ids) };
}

function addRule({ caller: { account } }: Pick<Stage, "caller">, rule: object): Promise<number> {
  const { id: accountId, currency } = account;
  return insertRow(db, "discount", {
    accountId,
    currency,
    ruleName: Reflect.get(rule, "name"),
    enabled: true,
    ...rule,
  });
}

const byBuyer = async ({ refund }: Pick<Stage, "refund">, key: string, admissionIds: readonly number[]) =>
  gist(await refund(key, { admissionIds, share: "policy", origin: "BUYER" }));

async function quoted(
  { runtime, caller }: Pick<Stage, "runtime" | "caller">,
  saleKey: string,
  admissionIds: readonly number[],
) {
  const outcome = await quoteRefund(runtime, caller, [{ saleKey, admissionIds }]);
  assert.ok(outcome.kind === "quote", JSON.stringify(outcome));
  const { amount, rest } = outcome.quote;
  return { amount: amount.minor, rest: rest && { ...rest, price: rest.price.minor } };
}

test("of four tickets at half price, three back leave one at its own price, by the terms of the sale alone", async () => {
  const on = await twoEvents([FOUR]);
  const { key, ids, paidMinor } = await on.sold([4]);
  assert.equal(paidMinor, 9_500);
  // Neither a rule that ended nor a better one changes what was sold.
  await db.query(`UPDATE discount SET enabled = false WHERE account_id = $1`, [on.caller.account.id]);
  await addRule(on, { kind: "TICKET", name: "Nine tenths", percentage: 9_000 });
  const rest = { quantity: 1, price: 4_750, lostSavings: ["Group of four"] };
  assert.deepEqual(await quoted(on, key, ids.slice(1)), { amount: 4_750, rest });
  assert.equal((await quoted(on, key, ids.slice(0, 1))).amount, 0);
  assert.equal(await on.back(key, ids.slice(1)), "REFUNDED 4750");
  assert.deepEqual(await quoted(on, key, ids.slice(0, 1)), { amount: 4_750, rest: undefined });
  assert.equal(await on.back(key, ids.slice(0, 1)), "REFUNDED 4750");
});

test("one of four alone gives back nothing, and the other three then all that was paid", async () => {
  const on = await twoEvents([FOUR]);
  const { key, ids } = await on.sold([4]);
  assert.equal(await on.back(key, ids.slice(0, 1)), "RETURNED 0");
  assert.equal(await on.back(key, ids.slice(1)), "REFUNDED 9500");
});

test("the organiser and a cancelled date give back each ticket's share, also after a buyer's return, and never more than was paid", async () => {
  const on = await twoEvents([FOUR]);
  const { key, ids } = await on.sold([4]);
  assert.equal(gist(await on.refund(key, { admissionIds: ids.slice(0, 1) })), "REFUNDED 2375");
  // 95.00 less 23.75 is less than what two cost.
  assert.equal(await on.back(key, ids.slice(1, 2)), "RETURNED 0");
  assert.equal(gist(await on.refund(key, { origin: "CANCELLATION", force: true })), "REFUNDED 4750");
  const ten = await twoEvents([{ kind: "ORDER", name: "Ten off", amountMinor: 1_000 }]);
  const sale = await ten.sold([1], [1]);
  assert.equal(await ten.back(sale.key, sale.ids.slice(0, 1)), "REFUNDED 4750");
  assert.equal(gist(await ten.refund(sale.keys[1] ?? "")), "REFUNDED 3750");
});

test("a refused refund was worth nothing, and a sale of before gives back shares", async () => {
  const on = await twoEvents([FOUR]);
  const { key, ids } = await on.sold([4]);
  on.processor.script("refundPart", "refused");
  assert.equal(await on.back(key, ids.slice(1)), "REFUSED 4750");
  assert.equal(await on.back(key, ids), "REFUNDED 9500");
  const before = await on.sold([4]);
  await db.query(`UPDATE sale_saving SET terms = NULL`);
  assert.equal(await on.back(before.key, before.ids.slice(1)), "REFUNDED 7125");
});

test("two sales of a festival returned at once give back together what they are worth one after the other", async () => {
  const on = await twoEvents([NIGHTS]);
  for (let round = 0; round < 4; round += 1) {
    const { keyOf, ids, paidMinor } = await on.sold([1], [1]);
    assert.equal(paidMinor, 7_600);
    // The control: read at once, without turns, each is worth the less.
    const said = await Promise.all(ids.map((id) => quoted(on, keyOf.get(id) ?? "", [id])));
    assert.deepEqual(
      said.map(({ amount }) => amount),
      [2_850, 2_850],
    );
    const returns = ids.map((id) => ({ saleKey: keyOf.get(id) ?? "", admissionIds: [id] }));
    const both = await quoteRefund(on.runtime, on.caller, returns);
    assert.deepEqual(both.kind === "quote" && both.quote, {
      amount: { minor: 7_600, currency: "AUD" },
      rest: undefined,
    });
    const stranger = (await putOnSale(db)).caller;
    assert.equal((await quoteRefund(on.runtime, stranger, returns)).kind, "no_such_thing");
    const gists = await Promise.all(ids.map((id) => on.back(keyOf.get(id) ?? "", [id])));
    assert.deepEqual(gists.toSorted(), ["REFUNDED 2850", "REFUNDED 4750"]);
  }
});

test("the control: the database refuses a refund that the payment of its cart does not cover", async () => {
  const on = await twoEvents([FOUR]);
  const { key, ids } = await on.sold([4]);
  assert.equal(await on.back(key, ids.slice(1)), "REFUNDED 4750");
  const columns = `account_id, event_id, sale_id, attempt_id, user_id, origin, currency, fee_kept_minor, methods, method_minors,
                   card_minor, charge_id, state, notify, started_at, settled_at, next_check_at`;
  const repeat = (minor: number) =>
    db.transaction(async (tx) => {
      await tx.query(
        `INSERT INTO refund (id, amount_minor, ${columns}) SELECT id || 'x', $1, ${columns} FROM refund
                       WHERE sale_id = (SELECT id FROM sale WHERE key = $2)`,
        [minor, key],
      );
      throw new Error("Rolled back.");
    });
  await assert.rejects(repeat(4_751), (error) => isChecked(error, "never_more_than_paid"));
  await assert.rejects(repeat(4_750), /Rolled back/);
});

const aRule = fc.constantFrom(
  FOUR,
  { ...FOUR, name: "3 for 2", packPriceMinor: 9_500, quantity: 3 },
  NIGHTS,
  { kind: "TICKET", name: "A tenth", percentage: 1_000, minimumTickets: 3 },
  { kind: "TICKET", name: "Programmes of two", amountMinor: 700, maximumTickets: 2, tag: "programme" },
  { kind: "ORDER", name: "Five off", amountMinor: 500, minimumSpendMinor: 10_000 },
);
const aPurchase = fc.record({
  currency: fc.constantFrom("AUD", "JPY", "BHD"),
  rules: fc.uniqueArray(aRule, { minLength: 1, maxLength: 2 }),
  here: fc.tuple(fc.integer({ min: 1, max: 4 }), fc.nat(1)),
  there: fc.tuple(fc.nat(1), fc.nat(1)),
  voucherMinor: fc.constantFrom(0, 3_000),
  policy: fc.record({ untilHoursBefore: fc.constant(1), percentage: fc.constantFrom(100, 80), keepsFee: fc.boolean() }),
  draws: fc.array(fc.nat(), { minLength: 7, maxLength: 7 }),
});

test("whatever was sold, by card and voucher, each return gives back what was said before, and what the model says", async () => {
  await fc.assert(
    fc.asyncProperty(aPurchase, async ({ currency, rules, here, there, voucherMinor, policy, draws }) => {
      const on = await twoEvents(rules, { currency, policy });
      await db.query(`UPDATE ticket_type SET tags = '{programme}', price_minor = 1001 WHERE name = 'Type 2'`);
      const { cart, keyOf, paidMinor, ids } = await on.sold(here, there, voucherMinor);
      const terms = cart.lines.flatMap((line) => line.terms ?? []);
      const expected = returnModel(
        cart.lines,
        [...new Map(terms.map((rule) => [rule.id, rule])).values()],
        cart.tickets.map((ticket) => ({ ...ticket, feeMinor: 250 })),
      );
      const left = [...ids];
      let given = 0;
      for (const draw of draws.slice(0, ids.length)) {
        const id = left.splice(draw % left.length, 1)[0] ?? 0;
        const key = keyOf.get(id) ?? "";
        const said = await quoted(on, key, [id]);
        const isByBuyer = draw % 3 > 0;
        const by = { fee: policy.keepsFee ? ("kept" as const) : ("returned" as const), percentage: policy.percentage };
        const minor = expected([id], isByBuyer ? by : "share");
        const outcome = isByBuyer ? await on.back(key, [id]) : gist(await on.refund(key, { admissionIds: [id] }));
        assert.equal(Number(outcome.split(" ")[1]), minor, outcome);
        if (isByBuyer) assert.equal(said.amount, minor);
        given += minor;
      }
      assert.ok(given <= paidMinor);
    }),
    { numRuns: 8 },
  );
});
