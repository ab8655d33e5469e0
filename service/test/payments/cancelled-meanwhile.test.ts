import assert from "node:assert/strict";
import { after, test } from "node:test";
import { lockForCancelling } from "#src/catalogue/store/cancelling.ts";
import { cancel } from "#src/payments/use-cases/cancellations/cancel.ts";
import type { Db } from "#src/platform/store/db.ts";
import { answerType, buying } from "#test/buying.ts";
import { testDatabase } from "#test/cluster.ts";
import { stage } from "#test/stage.ts";

const { db, drop } = await testDatabase();
after(drop);
test("a single payment of an event that is being cancelled does not hold up a later one of another event", async () => {
  const [cancelled, other] = [await stage(db), await stage(db)];
  const { pay } = buying({ ...other.world }, other.onSale);
  const [held, later] = [await cancelled.holdLocked([1]), await other.holdLocked([1])];
  let waiting: ReturnType<typeof pay> | undefined;
  await db.transaction(async (tx) => {
    await lockForCancelling(tx, cancelled.onSale.eventId);
    waiting = pay(held.cartKey, "47.50", { caller: cancelled.caller });
    await untilOneWaits();
    assert.equal(answerType(await pay(later.cartKey, "47.50")), "SUCCESS");
    assert.equal(await other.status(held.key), "PROCESSING");
  });
  assert.ok(waiting);
  assert.equal(answerType(await waiting), "SUCCESS");
});

test("free orders whose event was cancelled while they were paid are refused, and others are confirmed", async () => {
  const free = { priceMinor: 0, feeMinor: 0, sections: [100] };
  const [cancelled, other] = [await stage(db, free), await stage(db, free)];
  const [refused, paid] = [await cancelled.holdLocked([1]), await other.holdLocked([1])];
  let isCancelled = false;
  const transaction: Db["transaction"] = async (work) => {
    const result = await db.transaction(work);
    // The attempt is open, and not confirmed yet.
    if (!isCancelled) {
      isCancelled = true;
      await cancel(cancelled.world, cancelled.caller, { eventId: cancelled.onSale.eventId }, "ALL");
    }
    return result;
  };
  const { pay, state } = buying({ ...other.world, db: { ...db, transaction } }, other.onSale);
  assert.equal(answerType(await pay(refused.cartKey, "0", { caller: cancelled.caller })), "WRONG_STATE");
  assert.equal(answerType(await pay(paid.cartKey, "0")), "SUCCESS");
  assert.deepEqual(await state(refused.cartKey), ["DECLINED"]);
});

/** Returns when a payment waits for the end of a cancellation. */
async function untilOneWaits(): Promise<void> {
  const waits = () =>
    db.query(`SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'advisory'`);
  while ((await waits()).length === 0);
}
