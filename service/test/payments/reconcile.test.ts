import assert from "node:assert/strict";
import test from "node:test";
import { openAttempt } from "#src/payments/use-cases/open-attempt.ts";
import type { PaymentWorld } from "#src/payments/use-cases/payment-world.ts";
import { settlePayments } from "#src/payments/use-cases/settle-payments.ts";
import { answerType, CARD } from "#test/buying.ts";
import { testDatabase } from "#test/cluster.ts";
import { makeDue, stage } from "#test/stage.ts";

const { db, drop } = await testDatabase();
test.after(drop);
// The reconciler looks at every open attempt, so a story leaves none to the next.
test.beforeEach(() =>
  db.query(`UPDATE payment_attempt SET settled_at = now(), state = 'DECLINED' WHERE settled_at IS NULL`),
);

async function settle(world: PaymentWorld): Promise<void> {
  await makeDue(db);
  await settlePayments(world);
}

test("P05: the answer to the charge is lost: nobody guesses, and the reconciler finishes it with one charge", async () => {
  const { world, processor, holdLocked, pay, status, taken } = await stage(db);
  const { key, cartKey } = await holdLocked([1]);
  processor.script("authorise", "not_known");
  assert.equal(answerType(await pay(cartKey, "47.50")), "not_known");
  assert.equal(await status(key), "PROCESSING");
  assert.equal(answerType(await pay(cartKey, "47.50")), "WRONG_STATE");
  await settle(world);
  assert.equal(await status(key), "CONFIRMED");
  assert.deepEqual(processor.ledger, ["authorise 47.50", "find", "capture"]);
  assert.deepEqual(await taken(), [1]);
});

test("P06: killed between writing the attempt and charging: two silences let the hold go on", async () => {
  const { world, caller, processor, holdLocked, pay, status, state } = await stage(db);
  const { key, cartKey } = await holdLocked([1]);
  // What a process that is killed here leaves behind: the attempt, and no call.
  const opened = await openAttempt(world, {
    caller,
    scope: { cartKey },
    parts: [{ method: "CREDIT_CARD", text: "47.50" }],
    card: CARD,
  });
  assert.equal(opened.kind, "opened");
  await settle(world);
  assert.equal(await status(key), "PROCESSING");
  await settle(world);
  assert.equal(await status(key), "LOCKED");
  assert.deepEqual(await state(cartKey), ["DECLINED"]);
  assert.deepEqual(processor.ledger, ["find", "find"]);
  assert.equal(answerType(await pay(cartKey, "47.50")), "SUCCESS");
});

test("lost, then found: one silence is no answer", async () => {
  const { world, processor, holdLocked, pay, status } = await stage(db);
  const { key, cartKey } = await holdLocked([1]);
  processor.script("authorise", "not_known");
  await pay(cartKey, "47.50");
  processor.script("findByAttempt", undefined);
  await settle(world);
  assert.equal(await status(key), "PROCESSING");
  await settle(world);
  assert.equal(await status(key), "CONFIRMED");
});

test("before every call has timed out, no number of silences counts", async () => {
  const { world, processor, holdLocked, pay, status } = await stage(db);
  const { key, cartKey } = await holdLocked([1]);
  processor.script("authorise", "not_known");
  await pay(cartKey, "47.50");
  const patient: PaymentWorld = { ...world, limits: { ...world.limits, processorSilentMs: 45_000 } };
  processor.script("findByAttempt", undefined, undefined, undefined);
  for (let asked = 0; asked < 3; asked += 1) await settle(patient);
  assert.equal(await status(key), "PROCESSING");
  await settle(patient);
  assert.equal(await status(key), "CONFIRMED");
});

test("the answer to the capture is lost: asked again by what the processor knows", async () => {
  const { world, processor, holdLocked, pay, status } = await stage(db);
  const { key, cartKey } = await holdLocked([1]);
  processor.script("capture", "not_known");
  assert.equal(answerType(await pay(cartKey, "47.50")), "not_known");
  await settle(world);
  assert.equal(await status(key), "CONFIRMED");
  assert.deepEqual(processor.ledger, ["authorise 47.50", "capture", "find", "capture"]);
});

test("a decline whose answer was lost gives the cart back to the buyer", async () => {
  const { world, processor, holdLocked, pay, status } = await stage(db);
  const { key, cartKey } = await holdLocked([1]);
  processor.script("authorise", "not_known");
  await pay(cartKey, "47.50");
  processor.script("findByAttempt", { state: "declined", id: "p1", code: "no_reason" });
  await settle(world);
  assert.equal(await status(key), "LOCKED");
});

test("what cannot be given back at once is given back later; meanwhile nobody pays again", async () => {
  const { world, processor, holdLocked, pay, status, state } = await stage(db);
  const { key, cartKey } = await holdLocked([1]);
  processor.script("capture", "refused");
  processor.script("voidCharge", "refused", "not_known", "refused");
  assert.equal(answerType(await pay(cartKey, "47.50")), "not_known");
  assert.equal(answerType(await pay(cartKey, "47.50")), "WRONG_STATE");
  assert.deepEqual(await state(cartKey), ["VOIDING"]);
  await settle(world);
  assert.equal(await status(key), "LOCKED");
  assert.deepEqual(await state(cartKey), ["DECLINED"]);
});

test("a charge without places is refunded by the reconciler too", async () => {
  const { world, processor, holdLocked, pay, status, state } = await stage(db);
  const { key, cartKey } = await holdLocked([1]);
  processor.script("capture", "not_known");
  await pay(cartKey, "47.50");
  await db.query(`UPDATE sale SET holds_stock = false WHERE key = $1`, [key]);
  await settle(world);
  assert.equal(await status(key), "UNFULFILLED");
  assert.deepEqual(processor.ledger, ["authorise 47.50", "capture", "find", "voidCharge"]);
  assert.deepEqual(await state(cartKey), ["VOIDED"]);
});

test("P04: pay call and reconciler meet: one charge, one set of admissions", async () => {
  const { world, processor, holdLocked, pay } = await stage(db);
  const { key, cartKey } = await holdLocked([2]);
  processor.meanwhile("capture", () => settle(world));
  assert.equal(answerType(await pay(cartKey, "95.00")), "SUCCESS");
  const [row] = await db.query(
    `SELECT count(*) AS count FROM admission JOIN sale ON sale.id = sale_id AND sale.event_id = admission.event_id WHERE key = $1`,
    [key],
  );
  assert.deepEqual(row, { count: 2 });
  assert.equal(processor.ledger.filter((entry) => entry.startsWith("authorise")).length, 1);
});

test("a process that slept too long between writing and charging gives back what it charged", async () => {
  const { world, processor, holdLocked, pay, status } = await stage(db);
  const { key, cartKey } = await holdLocked([1]);
  processor.script("findByAttempt", undefined, undefined);
  processor.meanwhile("authorise", async () => {
    await settle(world);
    await settle(world);
    assert.equal(await status(key), "LOCKED");
  });
  assert.equal(answerType(await pay(cartKey, "47.50")), "REFUSED");
  assert.deepEqual(processor.ledger, ["authorise 47.50", "find", "find", "voidCharge"]);
});

test("an attempt is asked about by one reconciler at a time", async () => {
  const { world, processor, holdLocked, pay } = await stage(db);
  const { cartKey } = await holdLocked([1]);
  processor.script("authorise", "not_known");
  await pay(cartKey, "47.50");
  processor.script("findByAttempt", "not_known", "not_known");
  await makeDue(db);
  const looked = await Promise.all([settlePayments(world), settlePayments(world)]);
  assert.deepEqual(looked.toSorted(), [0, 1]);
});

test("pauses double", async () => {
  const { world, processor, holdLocked, pay } = await stage(db);
  const { cartKey } = await holdLocked([1]);
  processor.script("authorise", "not_known");
  await pay(cartKey, "47.50");
  processor.script("findByAttempt", "not_known", "not_known", "not_known");
  // In one transaction the database's clock stands still.
  const pauses = await db.transaction(async (tx) => {
    const seconds: unknown[] = [];
    for (let asked = 0; asked < 3; asked += 1) {
      await makeDue(tx);
      await settlePayments({ ...world, db: tx });
      const text = `SELECT extract(epoch FROM next_check_at - now())::integer AS pause FROM payment_attempt WHERE cart_key = $1`;
      seconds.push((await tx.query(text, [cartKey]))[0]?.pause);
    }
    return seconds;
  });
  assert.deepEqual(pauses, [1, 2, 4]);
});

test("a payment that stays open for ten minutes calls for a person, and stays open", async (t) => {
  const { world, processor, holdLocked, pay, status } = await stage(db);
  const { key, cartKey } = await holdLocked([1]);
  processor.script("authorise", "not_known");
  await pay(cartKey, "47.50");
  processor.script("findByAttempt", "not_known", "not_known");
  const alarm = t.mock.method(console, "error", () => {});
  await settle(world);
  assert.equal(alarm.mock.callCount(), 0);
  await db.query(`UPDATE payment_attempt SET started_at = now() - interval '10 minutes' WHERE cart_key = $1`, [
    cartKey,
  ]);
  await settle(world);
  assert.match(String(alarm.mock.calls[0]?.arguments[0]), /is open after 10 minutes/);
  assert.equal(await status(key), "PROCESSING");
});

test("a processor that was not reached charged nothing, and the same key may be sent again", async () => {
  const { processor, holdLocked, pay } = await stage(db);
  const { cartKey } = await holdLocked([1]);
  processor.script("authorise", "not_sent");
  assert.equal(answerType(await pay(cartKey, "47.50", { idempotencyKey: "once" })), "busy");
  assert.equal(answerType(await pay(cartKey, "47.50", { idempotencyKey: "once" })), "SUCCESS");
});

test("the same key again is answered as the first time; another body, or an answer under way, is told apart", async () => {
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
