import assert from "node:assert/strict";
import test, { type TestContext } from "node:test";
import { settlePayments } from "#src/payments/use-cases/pay.ts";
import { extendCart, getCart } from "#src/reservations/use-cases/carts.ts";
import { lockCart } from "#src/reservations/use-cases/lock-cart.ts";
import { expireReservations } from "#src/reservations/use-cases/release.ts";
import { answerType, BUYER, makeDue, stage } from "#test/buying.ts";
import { testDatabase } from "#test/cluster.ts";

const { db, drop } = await testDatabase();
test.after(drop);

const HOUR = 3_600_000;

/** Shifts the clock of this process, and not the database's. */
function shiftClock(context: TestContext, by: number): void {
  context.mock.timers.enable({ apis: ["Date"], now: Date.now() + by });
}

function closesIn(eventId: number, time: string): Promise<unknown> {
  return db.query(`UPDATE ticket_type SET on_sale_to = now() + $2::interval WHERE event_id = $1`, [eventId, time]);
}

test("P42: reserves, extends and sells correctly in a process whose clock is an hour ahead", async (context) => {
  shiftClock(context, HOUR);
  const { runtime, onSale, caller, reserve, pay, taken, status } = await stage(db, { sections: [2] });
  await closesIn(onSale.eventId, "30 minutes");
  const { cartKey, key, secondsLeft } = await reserve([2]);
  assert.equal(secondsLeft, runtime.limits.reservationSeconds);
  const shown = (await getCart(runtime, caller, cartKey))?.secondsLeft ?? 0;
  assert.ok(shown > runtime.limits.reservationSeconds / 2, `${shown} seconds`);
  assert.equal(await expireReservations(runtime), 0);
  assert.equal((await extendCart(runtime, caller, { cartKey })).ok, true);
  assert.equal((await lockCart(runtime, caller, { cartKey }, BUYER)).ok, true);
  assert.equal(answerType(await pay(cartKey, "95.00")), "SUCCESS");
  assert.deepEqual([await status(key), await taken()], ["CONFIRMED", [2]]);
});

test("P42: gives no extra time in a process whose clock is an hour behind", async (context) => {
  shiftClock(context, -HOUR);
  const { runtime, processor, onSale, caller, reserve, holdLocked, ask, pay, lapse } = await stage(db, {
    sections: [1],
  });
  const first = await reserve([1]);
  assert.equal(first.secondsLeft, runtime.limits.reservationSeconds);
  await lapse(first.key);
  assert.deepEqual(await extendCart(runtime, caller, first), { ok: false, refusal: "expired" });
  assert.deepEqual(await lockCart(runtime, caller, first, BUYER), { ok: false, refusal: "expired" });

  const second = await holdLocked([1]);
  await lapse(second.key, runtime.limits.latePaySeconds + 1);
  assert.equal(answerType(await pay(second.cartKey, "47.50")), "NO_SALES");
  assert.deepEqual(processor.ledger, []);
  assert.equal((await ask([1])).ok, true);
  await closesIn(onSale.eventId, "-30 minutes");
  const closed = await ask([1]);
  assert.equal(!closed.ok && closed.refusal === "refused" && closed.rows[0]?.code, "CLOSED");
});

test("P42: measures the age of a payment by the database's clock", async (context) => {
  shiftClock(context, HOUR);
  const { runtime, processor, holdLocked, pay, status } = await stage(db);
  const patient = { ...runtime, limits: { ...runtime.limits, processorSilentMs: 60_000 } };
  const { key, cartKey } = await holdLocked([1]);
  processor.script("authorise", "not_known");
  assert.equal(answerType(await pay(cartKey, "47.50")), "not_known");
  processor.script("findByAttempt", undefined, undefined, undefined);
  for (const _look of [1, 2, 3]) {
    await makeDue(db);
    await settlePayments(patient);
  }
  assert.equal(await status(key), "PROCESSING");
});

test("P48: extends a reservation repeatedly to its full time from now, up to the ceiling", async () => {
  const { runtime, caller, reserve } = await stage(db);
  const { cartKey } = await reserve([1]);
  const { reservationSeconds, reservationCeilingSeconds } = runtime.limits;
  const passes = (seconds: number) =>
    db.query(
      `UPDATE sale SET created_at = created_at - make_interval(secs => $2),
                       expires_at = expires_at - make_interval(secs => $2) WHERE cart_key = $1`,
      [cartKey, seconds],
    );
  const minutesLeft = async () => {
    const extended = await extendCart(runtime, caller, { cartKey });
    return extended.ok ? Math.round(extended.secondsLeft / 60) : extended.refusal;
  };

  // A minute before each expiry: twelve times, the last of them twelve minutes before the three hours end.
  const answers: unknown[] = [];
  for (let warnings = 1; warnings <= 12; warnings += 1) {
    await passes(reservationSeconds - 60);
    answers.push(await minutesLeft());
  }
  await passes(600);
  answers.push(await minutesLeft());
  assert.deepEqual([reservationSeconds, reservationCeilingSeconds], [15 * 60, 180 * 60]);
  assert.deepEqual(answers, [15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 12, "ceiling_reached"]);
});
