import assert from "node:assert/strict";
import test from "node:test";
import { openAttempt } from "#src/payments/use-cases/open-attempt.ts";
import { settlePayments } from "#src/payments/use-cases/pay.ts";
import { getVoucher } from "#src/payments/use-cases/vouchers.ts";
import type { Db } from "#src/platform/store/db.ts";
import { CARD, makeDue, stage } from "#test/buying.ts";
import { testDatabase } from "#test/cluster.ts";
import { checkAndClearVouchers, makeVoucher, partsOf, voucherAnswer, voucherFaults } from "./voucher-story.ts";

const { db, drop } = await testDatabase();
test.after(drop);
test.afterEach(() => checkAndClearVouchers(db));

const DECLINED = { state: "declined", id: "p1", code: "no_reason" } as const;

test("a declined card returns the voucher's part and keeps the reservation, and the next card pays with it again", async () => {
  const on = await stage(db);
  const { id, code, balance } = await makeVoucher(on, 2000);
  const { key, cartKey } = await on.holdLocked([1]);
  on.processor.script("authorise", DECLINED);
  on.processor.meanwhile("authorise", async () => assert.equal(await balance(), 0));
  assert.equal(voucherAnswer(await on.pay(cartKey, "47.50", { voucher: { code } })), "REFUSED");
  assert.deepEqual([await balance(), await on.status(key)], [2000, "LOCKED"]);
  assert.equal(voucherAnswer(await on.pay(cartKey, "47.50", { voucher: { code } })), "SUCCESS");
  assert.equal(await balance(), 0);
  assert.deepEqual(await on.state(cartKey), ["DECLINED", "PAID"]);
  const read = await getVoucher(on.runtime, on.caller, id);
  assert.deepEqual(
    read?.movements.map(({ amount }) => amount.minor),
    [-2000, 2000, -2000],
  );
});

test("a processor that was not reached, and a refused capture, return the voucher's part", async () => {
  const on = await stage(db);
  const { code, balance } = await makeVoucher(on, 2000);
  const { cartKey } = await on.holdLocked([1]);
  on.processor.script("authorise", "not_sent");
  const again = { voucher: { code }, idempotencyKey: "once" };
  assert.equal(voucherAnswer(await on.pay(cartKey, "47.50", again)), "not_sent");
  assert.equal(await balance(), 2000);
  on.processor.script("capture", "refused");
  assert.equal(voucherAnswer(await on.pay(cartKey, "47.50", again)), "REFUSED");
  assert.equal(await balance(), 2000);
});

test("P07: a sale without places ends UNFULFILLED, and both the charge and the voucher's part go back", async () => {
  const on = await stage(db);
  const { code, balance } = await makeVoucher(on, 2000);
  const { key, cartKey } = await on.holdLocked([1]);
  on.processor.meanwhile("capture", () => db.query(`UPDATE sale SET holds_stock = false WHERE key = $1`, [key]));
  assert.equal(voucherAnswer(await on.pay(cartKey, "47.50", { voucher: { code } })), "WRONG_STATE");
  assert.deepEqual(on.processor.ledger, ["authorise 27.50", "capture", "refund"]);
  assert.deepEqual([await on.status(key), await on.state(cartKey), await balance()], ["UNFULFILLED", ["VOIDED"], 2000]);
});

test("while the outcome of the charge is not known the voucher's part stays taken; void returns it, sale keeps it", async () => {
  const on = await stage(db);
  const { code, balance } = await makeVoucher(on, 5000);
  const sold = await on.holdLocked([1]);
  const declined = await on.holdLocked([1]);
  const amount = "10.00";
  for (const { cartKey } of [sold, declined]) {
    on.processor.script("authorise", "not_known");
    assert.equal(voucherAnswer(await on.pay(cartKey, "47.50", { voucher: { code, amount } })), "not_known");
  }
  assert.equal(await balance(), 3000);
  await db.query(`UPDATE payment_attempt SET next_check_at = now() + interval '1 day' WHERE cart_key = $1`, [
    declined.cartKey,
  ]);
  await db.query(`UPDATE payment_attempt SET next_check_at = now() - interval '1 second' WHERE cart_key = $1`, [
    sold.cartKey,
  ]);
  await settlePayments(on.runtime);
  assert.deepEqual([await on.status(sold.key), await balance()], ["CONFIRMED", 3000]);
  on.processor.script("findByAttempt", DECLINED);
  await makeDue(db);
  await settlePayments(on.runtime);
  assert.deepEqual([await on.status(declined.key), await balance()], ["LOCKED", 4000]);
});

test("P06: killed between opening the attempt and its charge: after two absences the reconciler returns the voucher's part, and the cart is paid", async () => {
  const on = await stage(db);
  const { code, balance } = await makeVoucher(on, 2000);
  const { key, cartKey } = await on.holdLocked([1]);
  const parts = [{ method: "CREDIT_CARD", text: "47.50" }] as const;
  const request = { caller: on.caller, scope: { cartKey }, parts, card: CARD, voucher: { code }, mayCharge: true };
  assert.equal((await openAttempt(on.runtime, request)).kind, "opened");
  assert.equal(await balance(), 0);
  for (const status of ["PROCESSING", "LOCKED"]) {
    await makeDue(db);
    await settlePayments(on.runtime);
    assert.equal(await on.status(key), status);
  }
  assert.deepEqual([await on.state(cartKey), await balance()], [["DECLINED"], 2000]);
  assert.deepEqual(on.processor.ledger, ["find", "find"]);
  assert.equal(voucherAnswer(await on.pay(cartKey, "47.50", { voucher: { code } })), "SUCCESS");
});

test("killed after opening an attempt that a voucher pays alone: the reconciler finishes the sale without a processor", async () => {
  const on = await stage(db);
  const { code, balance } = await makeVoucher(on, 5000);
  const { key, cartKey } = await on.holdLocked([1]);
  const parts = [{ method: "CREDIT_CARD", text: "47.50" }] as const;
  const request = { caller: on.caller, scope: { cartKey }, parts, voucher: { code }, mayCharge: false };
  assert.equal((await openAttempt(on.runtime, request)).kind, "opened");
  await makeDue(db);
  await settlePayments(on.runtime);
  assert.deepEqual([await on.status(key), await balance(), on.processor.ledger], ["CONFIRMED", 250, []]);
});

test("the database fails at each statement in turn: the attempt and the voucher's part are written together or not at all", async () => {
  const on = await stage(db, { sections: [60] });
  const { code, balance } = await makeVoucher(on, 100_000);
  const parts = [{ method: "CREDIT_CARD", text: "47.50" }] as const;
  let failed = 0;
  for (let at = 1; at < 60; at += 1) {
    const before = await balance();
    const { cartKey } = await on.holdLocked([1]);
    const weak = { ...on.runtime, db: failingAt(db, at) };
    const request = { caller: on.caller, scope: { cartKey }, parts, voucher: { code }, mayCharge: true };
    const opened = await openAttempt(weak, request).catch(() => undefined);
    assert.deepEqual(await voucherFaults(db), [], `statement ${at}`);
    assert.equal((await partsOf(db, cartKey)).length === 0, (await balance()) === before, `statement ${at}`);
    if (opened) break;
    failed += 1;
  }
  assert.ok(failed >= 6, `${failed} statements failed`);
});

/** A database whose transactions fail at their statement with this number, counted from one. */
function failingAt(db: Db, at: number): Db {
  return {
    ...db,
    transaction: (work) =>
      db.transaction((tx) => {
        let statements = 0;
        const guarded =
          <Ask extends (...all: never[]) => Promise<unknown>>(ask: Ask) =>
          (...all: Parameters<Ask>) => {
            statements += 1;
            return statements === at ? Promise.reject(new Error("The database failed.")) : ask(...all);
          };
        return work({ ...tx, query: guarded(tx.query) as never, prepared: guarded(tx.prepared) as never });
      }),
  };
}
