import assert from "node:assert/strict";
import test from "node:test";
import { settlePayments } from "#src/payments/use-cases/pay.ts";
import type { PaymentRuntime } from "#src/payments/use-cases/payment-runtime.ts";
import type { Log } from "#src/platform/domain/log.ts";
import { answerType, makeDue, stage } from "#test/buying.ts";
import { testDatabase } from "#test/cluster.ts";

const { db, drop } = await testDatabase();
test.after(drop);
// The reconciler looks at every open attempt, so a story leaves none to the next.
test.beforeEach(() =>
  db.query(`UPDATE payment_attempt SET settled_at = now(), state = 'DECLINED' WHERE settled_at IS NULL`),
);

async function settle(runtime: PaymentRuntime): Promise<void> {
  await makeDue(db);
  await settlePayments(runtime);
}

test("P05: completes a payment whose authorisation answer was lost with one charge", async () => {
  const { runtime, processor, holdLocked, pay, status, taken } = await stage(db);
  const { key, cartKey } = await holdLocked([1]);
  processor.script("authorise", "not_known");
  assert.equal(answerType(await pay(cartKey, "47.50")), "not_known");
  assert.equal(await status(key), "PROCESSING");
  assert.equal(answerType(await pay(cartKey, "47.50")), "WRONG_STATE");
  await settle(runtime);
  assert.equal(await status(key), "CONFIRMED");
  assert.deepEqual(processor.ledger, ["authorise 47.50", "find", "capture"]);
  assert.deepEqual(await taken(), [1]);
});

test("does not end an attempt after one absence", async () => {
  const { runtime, processor, holdLocked, pay, status } = await stage(db);
  const { key, cartKey } = await holdLocked([1]);
  processor.script("authorise", "not_known");
  await pay(cartKey, "47.50");
  processor.script("findByAttempt", undefined);
  await settle(runtime);
  assert.equal(await status(key), "PROCESSING");
  await settle(runtime);
  assert.equal(await status(key), "CONFIRMED");
});

test("counts no absence before the longest call has timed out", async () => {
  const { runtime, processor, holdLocked, pay, status } = await stage(db);
  const { key, cartKey } = await holdLocked([1]);
  processor.script("authorise", "not_known");
  await pay(cartKey, "47.50");
  const patient: PaymentRuntime = { ...runtime, limits: { ...runtime.limits, processorSilentMs: 45_000 } };
  processor.script("findByAttempt", undefined, undefined, undefined);
  for (let asked = 0; asked < 3; asked += 1) await settle(patient);
  assert.equal(await status(key), "PROCESSING");
  await settle(patient);
  assert.equal(await status(key), "CONFIRMED");
});

test("captures again when the answer to the capture was lost", async () => {
  const { runtime, processor, holdLocked, pay, status } = await stage(db);
  const { key, cartKey } = await holdLocked([1]);
  processor.script("capture", "not_known");
  assert.equal(answerType(await pay(cartKey, "47.50")), "not_known");
  await settle(runtime);
  assert.equal(await status(key), "CONFIRMED");
  assert.deepEqual(processor.ledger, ["authorise 47.50", "capture", "find", "capture"]);
});

test("returns the sale to LOCKED when the lost answer was a decline", async () => {
  const { runtime, processor, holdLocked, pay, status } = await stage(db);
  const { key, cartKey } = await holdLocked([1]);
  processor.script("authorise", "not_known");
  await pay(cartKey, "47.50");
  processor.script("findByAttempt", { state: "declined", id: "p1", code: "no_reason" });
  await settle(runtime);
  assert.equal(await status(key), "LOCKED");
});

test("retries a void that failed, and refuses another payment meanwhile", async () => {
  const { runtime, processor, holdLocked, pay, status, state } = await stage(db);
  const { key, cartKey } = await holdLocked([1]);
  processor.script("capture", "refused");
  processor.script("voidCharge", "refused", "not_known", "refused");
  assert.equal(answerType(await pay(cartKey, "47.50")), "not_known");
  assert.equal(answerType(await pay(cartKey, "47.50")), "WRONG_STATE");
  assert.deepEqual(await state(cartKey), ["VOIDING"]);
  await settle(runtime);
  assert.equal(await status(key), "LOCKED");
  assert.deepEqual(await state(cartKey), ["DECLINED"]);
});

test("refunds a charge without places in the reconciler too", async () => {
  const { runtime, processor, holdLocked, pay, status, state } = await stage(db);
  const { key, cartKey } = await holdLocked([1]);
  processor.script("capture", "not_known");
  await pay(cartKey, "47.50");
  await db.query(`UPDATE sale SET holds_stock = false WHERE key = $1`, [key]);
  await settle(runtime);
  assert.equal(await status(key), "UNFULFILLED");
  assert.deepEqual(processor.ledger, ["authorise 47.50", "capture", "find", "voidCharge"]);
  assert.deepEqual(await state(cartKey), ["VOIDED"]);
});

test("P04: makes one charge and one set of admissions when pay call and reconciler settle at once", async () => {
  const { runtime, processor, holdLocked, pay } = await stage(db);
  const { key, cartKey } = await holdLocked([2]);
  processor.meanwhile("capture", () => settle(runtime));
  assert.equal(answerType(await pay(cartKey, "95.00")), "SUCCESS");
  const [row] = await db.query(
    `SELECT count(*) AS count FROM admission JOIN sale ON sale.id = sale_id AND sale.event_id = admission.event_id WHERE key = $1`,
    [key],
  );
  assert.deepEqual(row, { count: 2 });
  assert.equal(processor.ledger.filter((entry) => entry.startsWith("authorise")).length, 1);
});

test("voids a charge that was made after the reconciler had ended the attempt", async () => {
  const { runtime, processor, holdLocked, pay, status } = await stage(db);
  const { key, cartKey } = await holdLocked([1]);
  processor.script("findByAttempt", undefined, undefined);
  processor.meanwhile("authorise", async () => {
    await settle(runtime);
    await settle(runtime);
    assert.equal(await status(key), "LOCKED");
  });
  assert.equal(answerType(await pay(cartKey, "47.50")), "REFUSED");
  assert.deepEqual(processor.ledger, ["authorise 47.50", "find", "find", "voidCharge"]);
});

test("lets one reconciler at a time look at an attempt", async () => {
  const { runtime, processor, holdLocked, pay } = await stage(db);
  const { cartKey } = await holdLocked([1]);
  processor.script("authorise", "not_known");
  await pay(cartKey, "47.50");
  processor.script("findByAttempt", "not_known", "not_known");
  await makeDue(db);
  const looked = await Promise.all([settlePayments(runtime), settlePayments(runtime)]);
  assert.deepEqual(looked.toSorted(), [0, 1]);
});

test("logs an alarm for a payment that is open for ten minutes, and leaves it open", async (t) => {
  const { runtime, processor, holdLocked, pay, status } = await stage(db);
  const { key, cartKey } = await holdLocked([1]);
  processor.script("authorise", "not_known");
  await pay(cartKey, "47.50");
  processor.script("findByAttempt", "not_known", "not_known");
  const alarm = t.mock.fn<Log>();
  const watched = { ...runtime, log: alarm };
  await settle(watched);
  assert.equal(alarm.mock.callCount(), 0);
  await db.query(`UPDATE payment_attempt SET started_at = now() - interval '10 minutes' WHERE cart_key = $1`, [
    cartKey,
  ]);
  await settle(watched);
  assert.deepEqual(
    alarm.mock.calls.map(({ arguments: [level, , fields] }) => [level, fields?.minutes]),
    [["alarm", 10]],
  );
  assert.equal(await status(key), "PROCESSING");
});

test("accepts the same key again when the processor was not reached", async () => {
  const { processor, holdLocked, pay } = await stage(db);
  const { cartKey } = await holdLocked([1]);
  processor.script("authorise", "not_sent");
  assert.equal(answerType(await pay(cartKey, "47.50", { idempotencyKey: "once" })), "not_sent");
  assert.equal(answerType(await pay(cartKey, "47.50", { idempotencyKey: "once" })), "SUCCESS");
});

test("replays the answer for the same key, and distinguishes another body and a payment in flight", async () => {
  const { processor, holdLocked, pay } = await stage(db);
  const { cartKey } = await holdLocked([1]);
  const once = { idempotencyKey: "attempt-1" };
  processor.meanwhile("authorise", async () => {
    assert.equal(answerType(await pay(cartKey, "47.50", once)), "in_flight");
  });
  const first = await pay(cartKey, "47.50", once);
  const again = await pay(cartKey, "47.50", once);
  assert.deepEqual(again, { ...first, replayed: true });
  assert.equal((await pay(cartKey, "47.51", once)).kind, "other_body");
  assert.deepEqual(processor.ledger, ["authorise 47.50", "capture"]);
  // The negative control: without the key, the same call is another payment, and finds nothing to pay for.
  assert.equal(answerType(await pay(cartKey, "47.50")), "WRONG_STATE");
});
