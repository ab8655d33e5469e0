import assert from "node:assert/strict";
import test from "node:test";
import { settlePayments } from "#src/payments/use-cases/settle-payments.ts";
import { lockCart } from "#src/reservations/use-cases/lock-cart.ts";
import { answerType, BUYER, buying, makeDue, stage } from "#test/buying.ts";
import { testDatabase } from "#test/cluster.ts";
import { failingDatabase } from "#test/fakes.ts";

const { db, drop } = await testDatabase();
test.after(drop);

for (const step of ["authorise", "capture"] as const) {
  test(`P06: the database fails during the ${step}: the call answers not known and never busy, and the reconciler completes the sale`, async () => {
    const { world, processor, onSale, holdLocked, status } = await stage(db);
    const failing = failingDatabase(db);
    const weak = { ...world, db: failing };
    const { key, cartKey } = await holdLocked([1]);
    processor.meanwhile(step, async () => {
      failing.isAway = true;
    });
    assert.equal(answerType(await buying(weak, onSale).pay(cartKey, "47.50")), "not_known");
    assert.equal(await status(key), "PROCESSING");

    failing.isAway = false;
    await makeDue(db);
    await settlePayments(weak);
    assert.equal(await status(key), "CONFIRMED");
    assert.equal(processor.ledger.filter((entry) => entry.startsWith("authorise")).length, 1);
  });
}

test("detects an idempotency key that a concurrent call used for another request", async () => {
  const { world, onSale, reserve, processor } = await stage(db);
  const first = await reserve([1]);
  const second = await reserve([1], { cartKey: first.cartKey });
  await lockCart(world, onSale.caller, { cartKey: first.cartKey }, BUYER);
  const byKey = (key: string) => ({ scope: { key }, idempotencyKey: "try-1" });
  let blind = true;
  const transaction: typeof db.transaction = (work) =>
    db.transaction((tx) => {
      const prepared: typeof tx.prepared = (name, text, values) => {
        if (!blind || name !== "find_attempt_by_key") return tx.prepared(name, text, values);
        blind = false;
        return Promise.resolve([]);
      };
      return work({ ...tx, prepared });
    });
  const late = buying({ ...world, db: { ...db, transaction } }, onSale);
  assert.equal(answerType(await buying(world, onSale).pay(first.cartKey, "47.50", byKey(first.key))), "SUCCESS");
  assert.equal(answerType(await late.pay(first.cartKey, "47.50", byKey(second.key))), "other_body");
  assert.equal(blind, false);
  assert.deepEqual(processor.ledger, ["authorise 47.50", "capture"]);
});

const HOURS_AGO = 7_200;

test("finds an unsettled payment of one reservation by its idempotency key long after the expiry", async () => {
  const { processor, holdLocked, pay, lapse } = await stage(db);
  const { key, cartKey } = await holdLocked([1]);
  processor.script("authorise", "not_known");
  const again = { scope: { key }, idempotencyKey: "try-1" };
  assert.equal(answerType(await pay(cartKey, "47.50", again)), "not_known");
  await lapse(key, HOURS_AGO);
  assert.equal(answerType(await pay(cartKey, "47.50", again)), "in_flight");
  assert.equal(answerType(await pay(cartKey, "47.50", { scope: { key } })), "WRONG_STATE");
});

test("replays the answer of a reservation that ended UNFULFILLED long after the expiry", async () => {
  const { processor, holdLocked, pay, lapse } = await stage(db);
  const { key, cartKey } = await holdLocked([1]);
  processor.meanwhile("capture", () => db.query(`UPDATE sale SET holds_stock = false WHERE key = $1`, [key]));
  const again = { scope: { key }, idempotencyKey: "try-1" };
  assert.equal(answerType(await pay(cartKey, "47.50", again)), "WRONG_STATE");
  await lapse(key, HOURS_AGO);
  const outcome = await pay(cartKey, "47.50", again);
  assert.ok(outcome.kind === "answer" && outcome.replayed, outcome.kind);
  assert.equal(outcome.answer.type, "WRONG_STATE");
});
