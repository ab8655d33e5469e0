import assert from "node:assert/strict";
import test from "node:test";
import { LIMITS } from "#src/platform/runtime.ts";
import { lockCartPrice } from "#src/reservations/store/cart-prices.ts";
import { expireReservations, forgetReservations } from "#src/reservations/use-cases/release.ts";
import { answerType, stage } from "#test/buying.ts";
import { testDatabase } from "#test/cluster.ts";

const { db, drop } = await testDatabase();
test.after(drop);

const DAY_SECONDS = 24 * 60 * 60;
const KEPT_DAYS = LIMITS.abandonedKeepSeconds / DAY_SECONDS;

async function countOf(table: string): Promise<number> {
  return (await db.query<{ count: number }>(`SELECT count(*) AS count FROM ${table}`))[0]?.count ?? 0;
}

test("deletes a reservation without a try to pay after its time, with its lines, and no other", async () => {
  const { runtime, reserve, holdLocked, pay, lapse, taken, status } = await stage(db, { sections: [10] });
  const old = await reserve([1]);
  const fresh = await reserve([1]);
  const paid = await holdLocked([1]);
  assert.equal(answerType(await pay(paid.cartKey, "47.50")), "SUCCESS");
  const declined = await holdLocked([1]);
  assert.equal(answerType(await pay(declined.cartKey, "47.51")), "WRONG_AMOUNT");
  const voided = await holdLocked([1]);
  assert.equal(answerType(await pay(voided.cartKey, "47.50")), "SUCCESS");
  await db.query(`UPDATE sale SET status = 'LOCKED' WHERE key = $1`, [voided.key]);
  for (const { key } of [old, paid, declined, voided]) await lapse(key, (KEPT_DAYS + 1) * DAY_SECONDS);
  await lapse(fresh.key, (KEPT_DAYS - 1) * DAY_SECONDS);
  await expireReservations(runtime);
  assert.deepEqual(await taken(), [1]);

  await forgetReservations(runtime);
  assert.deepEqual(
    [await status(old.key), await status(declined.key), await status(fresh.key), await status(paid.key)],
    [undefined, undefined, "EXPIRED", "CONFIRMED"],
  );
  assert.equal(await status(voided.key), "EXPIRED", "a reservation with a payment attempt stays with it");
  assert.equal(await countOf("sale_line"), 3);
  assert.deepEqual(await taken(), [1]);
});

test("deletes carts after their time, with their codes and prices unless a sale needs them", async () => {
  const { runtime, caller } = await stage(db);
  for (const [key, days] of [
    ["EMPTYCART1", KEPT_DAYS + 1],
    ["EMPTYCART2", KEPT_DAYS - 1],
  ] as const) {
    await db.query(
      `INSERT INTO cart (key, account_id, created_at) VALUES ($1, $2, now() - make_interval(days => $3))`,
      [key, caller.account.id, days],
    );
    await db.query(`INSERT INTO cart_price (cart_key, account_id) VALUES ($1, $2)`, [key, caller.account.id]);
    await db.query(`INSERT INTO cart_code (cart_key, position, typed, result) VALUES ($1, 1, 'EARLY', 'UNKNOWN')`, [
      key,
    ]);
  }
  await forgetReservations(runtime);
  assert.deepEqual(await db.query(`SELECT key FROM cart`), [{ key: "EMPTYCART2" }]);
  assert.deepEqual(await db.query(`SELECT cart_key FROM cart_code`), [{ cart_key: "EMPTYCART2" }]);
  assert.deepEqual(await db.query(`SELECT cart_key FROM cart_price WHERE cart_key LIKE 'EMPTY%'`), [
    { cart_key: "EMPTYCART2" },
  ]);
});

test("keeps the price and the codes of an old cart that a buyer is using", async () => {
  const { runtime, caller } = await stage(db);
  const key = "OLDERCART1";
  await db.query(`INSERT INTO cart (key, account_id, created_at) VALUES ($1, $2, now() - make_interval(days => $3))`, [
    key,
    caller.account.id,
    KEPT_DAYS + 1,
  ]);
  await db.query(`INSERT INTO cart_price (cart_key, account_id) VALUES ($1, $2)`, [key, caller.account.id]);
  let forgetting: Promise<unknown> | undefined;
  await db.transaction(async (tx) => {
    await lockCartPrice(tx, caller.account.id, key);
    forgetting = forgetReservations(runtime);
    await untilThroughOrWaiting(key);
    await tx.query(
      `INSERT INTO cart_code (cart_key, position, typed, result, holds_use) VALUES ($1, 1, 'EARLY', 'VALID', true)`,
      [key],
    );
  });
  await forgetting;
  assert.deepEqual(await db.query(`SELECT key FROM cart WHERE key = $1`, [key]), []);
  assert.deepEqual(await db.query(`SELECT cart_key FROM cart_price WHERE cart_key = $1`, [key]), [{ cart_key: key }]);
  assert.deepEqual(await db.query(`SELECT typed FROM cart_code WHERE cart_key = $1`, [key]), [{ typed: "EARLY" }]);
});

/** Returns when the cart is deleted, or its deletion waits for a lock. */
async function untilThroughOrWaiting(cartKey: string): Promise<void> {
  const isNeither = async () =>
    (await db.query(`SELECT FROM cart WHERE key = $1`, [cartKey])).length > 0 &&
    (await db.query(`SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`))
      .length === 0;
  while (await isNeither());
}
