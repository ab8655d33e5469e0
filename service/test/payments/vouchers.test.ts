import assert from "node:assert/strict";
import test from "node:test";
import { getReceipt } from "#src/payments/use-cases/get-receipt.ts";
import { getVoucher } from "#src/payments/use-cases/vouchers.ts";
import { stage } from "#test/buying.ts";
import { testDatabase } from "#test/cluster.ts";
import { checkAndClearVouchers, makeVoucher, voucherAnswer } from "./voucher-story.ts";

const { db, drop } = await testDatabase();
test.after(drop);
test.afterEach(() => checkAndClearVouchers(db));

test("a voucher pays what it can and the card pays the rest", async () => {
  const on = await stage(db);
  const { code, balance } = await makeVoucher(on, 2000);
  const { key, cartKey } = await on.holdLocked([1]);
  assert.equal(voucherAnswer(await on.pay(cartKey, "47.50", { voucher: { code } })), "SUCCESS");
  assert.deepEqual(on.processor.ledger, ["authorise 27.50", "capture"]);
  assert.equal(await balance(), 0);
  const receipt = await getReceipt(on.runtime, on.caller, { key });
  assert.deepEqual(
    receipt?.transactions.map(({ method, amount, state }) => [method, amount.minor, state]),
    [
      ["VOUCHER", 2000, "PAID"],
      ["CREDIT_CARD", 2750, "PAID"],
    ],
  );
});

test("a voucher that covers the cart needs no card, and keeps the rest of its balance", async () => {
  const on = await stage(db);
  const { id, code, balance } = await makeVoucher(on, 10_000);
  const { key, cartKey } = await on.holdLocked([1]);
  assert.equal(
    voucherAnswer(await on.pay(cartKey, "47.50", { card: undefined as never, voucher: { code } })),
    "SUCCESS",
  );
  assert.deepEqual(on.processor.ledger, []);
  assert.equal(await on.status(key), "CONFIRMED");
  assert.equal(await balance(), 5250);
  const read = await getVoucher(on.runtime, on.caller, id);
  assert.deepEqual(
    read?.movements.map(({ amount, cartKey }) => [amount.minor, cartKey]),
    [[-4750, cartKey]],
  );
});

test("a voucher pays exactly the amount that the request names, and nothing when its balance is less", async () => {
  const on = await stage(db);
  const { code, balance } = await makeVoucher(on, 2000);
  const { cartKey } = await on.holdLocked([1]);
  const paying = async (amount: string) => voucherAnswer(await on.pay(cartKey, "47.50", { voucher: { code, amount } }));
  assert.equal(await paying("20.01"), "changed");
  assert.equal(await paying("47.51"), "WRONG_AMOUNT");
  assert.equal(await paying("1.005"), "WRONG_AMOUNT");
  assert.deepEqual([await balance(), on.processor.ledger], [2000, []]);
  assert.equal(await paying("12.50"), "SUCCESS");
  assert.deepEqual([await balance(), on.processor.ledger], [750, ["authorise 35.00", "capture"]]);
});

test("one reservation is paid by a voucher part and a card part that add up", async () => {
  const on = await stage(db);
  const { code, balance } = await makeVoucher(on, 3000);
  const { key, cartKey } = await on.holdLocked([1]);
  const parts = [
    { method: "VOUCHER", text: "20.00" },
    { method: "CREDIT_CARD", text: "27.50" },
  ] as const;
  const paying = (more: object) => on.pay(cartKey, "", { scope: { key }, parts, ...more });
  assert.equal(voucherAnswer(await paying({})), "means_required");
  assert.equal(voucherAnswer(await paying({ voucher: { code, amount: "19.00" } })), "WRONG_AMOUNT");
  assert.equal(voucherAnswer(await paying({ voucher: { code } })), "SUCCESS");
  assert.deepEqual([await balance(), on.processor.ledger], [1000, ["authorise 27.50", "capture"]]);
});

test("the parts of a reservation's payment are never replaced by a voucher that none of them names", async () => {
  const on = await stage(db);
  const { code, balance } = await makeVoucher(on, 6000);
  const { key, cartKey } = await on.holdLocked([1]);
  const paying = (parts: NonNullable<Parameters<typeof on.pay>[2]>["parts"]) =>
    on.pay(cartKey, "", { scope: { key }, voucher: { code }, ...(parts && { parts }) });
  assert.equal(voucherAnswer(await paying([{ method: "CASH", text: "47.50" }])), "WRONG_AMOUNT");
  assert.equal(voucherAnswer(await paying([{ method: "CREDIT_CARD", text: "47.50" }])), "WRONG_AMOUNT");
  assert.deepEqual([await balance(), on.processor.ledger], [6000, []]);
});

test("a voucher that is unknown, another account's, expired, disabled or used up gets one answer and pays nothing", async () => {
  const on = await stage(db);
  const other = await stage(db);
  const { code: foreign } = await makeVoucher(other, 2000);
  const expired = await makeVoucher(on, 2000, new Date("2020-01-01T00:00:00Z"));
  const disabled = await makeVoucher(on, 2000);
  await db.query(`UPDATE voucher SET enabled = false WHERE id = $1`, [disabled.id]);
  const empty = await makeVoucher(on, 4750);
  const first = await on.holdLocked([1]);
  assert.equal(voucherAnswer(await on.pay(first.cartKey, "47.50", { voucher: { code: empty.code } })), "SUCCESS");
  for (const code of ["0000-0000-0000-0000", "no code", foreign, expired.code, disabled.code, empty.code]) {
    const { cartKey } = await on.holdLocked([1]);
    assert.equal(voucherAnswer(await on.pay(cartKey, "47.50", { voucher: { code } })), "not_valid", code);
    assert.deepEqual(await on.state(cartKey), []);
  }
  assert.deepEqual(on.processor.ledger, []);
});

test("after five codes that are not valid a cart looks up no code for an hour, and still pays by card", async () => {
  const on = await stage(db);
  const { code } = await makeVoucher(on, 2000);
  const { cartKey } = await on.holdLocked([1]);
  const paying = (code: string) => on.pay(cartKey, "47.50", { voucher: { code } });
  for (let tries = 0; tries < 5; tries += 1) assert.equal(voucherAnswer(await paying("ABCD")), "not_valid");
  const sixth = await paying(code);
  assert.ok(sixth.kind === "limited" && sixth.retryAfterSeconds > 3_590, JSON.stringify(sixth));
  assert.equal(voucherAnswer(await on.pay(cartKey, "47.50")), "SUCCESS");
});

test("the same key again takes nothing again; another voucher under the same key is another request", async () => {
  const on = await stage(db);
  const { code, balance } = await makeVoucher(on, 10_000);
  const { code: another } = await makeVoucher(on, 10_000);
  const { cartKey } = await on.holdLocked([1]);
  const once = { voucher: { code }, idempotencyKey: "attempt-1" };
  const first = await on.pay(cartKey, "47.50", once);
  assert.deepEqual(await on.pay(cartKey, "47.50", once), { ...first, replayed: true });
  assert.equal((await on.pay(cartKey, "47.50", { ...once, voucher: { code: another } })).kind, "other_body");
  assert.equal(await balance(), 5250);
});

test("a voucher in another currency is refused", async () => {
  const on = await stage(db);
  const { code, id } = await makeVoucher(on, 2000);
  await db.query(`UPDATE voucher SET currency = 'NZD' WHERE id = $1`, [id]);
  const { cartKey } = await on.holdLocked([1]);
  assert.equal(voucherAnswer(await on.pay(cartKey, "47.50", { voucher: { code } })), "other_currency");
});
