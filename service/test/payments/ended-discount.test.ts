import assert from "node:assert/strict";
import test from "node:test";
import { extendCart, getCart } from "#src/reservations/use-cases/carts.ts";
import { lockCart } from "#src/reservations/use-cases/lock-cart.ts";
import { answerType, BUYER, buying, stage } from "#test/buying.ts";
import { testDatabase } from "#test/cluster.ts";

const { db, drop } = await testDatabase();
test.after(drop);

/** Ten off each order of the account, and a cart with one ticket in it that costs 37.50 for it. */
async function discounted() {
  const staged = await stage(db);
  const { runtime, caller, reserve } = staged;
  await db.query(
    `INSERT INTO discount (account_id, kind, name, rule_name, enabled, currency, amount_minor)
     VALUES ($1, 'ORDER', 'Ten off', 'Ten off', true, 'AUD', 1000)`,
    [caller.account.id],
  );
  const { cartKey } = await reserve([1]);
  const total = async () => (await getCart(runtime, caller, cartKey))?.total.minor;
  assert.equal(await total(), 3750);
  const end = (change: string) => db.query(`UPDATE discount SET ${change} WHERE account_id = $1`, [caller.account.id]);
  /** Lets so much time pass for what the cart holds by now. */
  const passes = (seconds: number) =>
    db.query(
      `UPDATE sale SET created_at = created_at - make_interval(secs => $2),
                       expires_at = expires_at - make_interval(secs => $2) WHERE cart_key = $1`,
      [cartKey, seconds],
    );
  const extend = () => extendCart(runtime, caller, { cartKey });
  return { ...staged, cartKey, total, end, passes, extend };
}

const endings = [
  ["switched off", "enabled = false"],
  ["past its end", "valid_to = now() - interval '1 second'"],
] as const;

for (const [how, change] of endings) {
  test(`a discount that is ${how} keeps its price until the first expiry, and not through extensions`, async () => {
    const { runtime, caller, cartKey, total, end, passes, extend, pay } = await discounted();
    await end(change);
    assert.equal(await total(), 3750);
    await passes(runtime.limits.reservationSeconds - 10);
    assert.equal((await extend()).ok, true);
    assert.equal(await total(), 3750);
    await passes(20);
    assert.equal(await total(), 4750);
    await lockCart(runtime, caller, { cartKey }, BUYER);
    assert.equal(answerType(await pay(cartKey, "37.50")), "WRONG_AMOUNT");
    assert.equal(answerType(await pay(cartKey, "47.50")), "SUCCESS");
  });
}

test("keeps the discounted price for a payment until the first expiry, and while the discount lasts", async () => {
  const { runtime, caller, cartKey, total, end, passes, extend, pay } = await discounted();
  for (let more = 0; more < 3; more += 1) {
    await passes(runtime.limits.reservationSeconds - 10);
    await extend();
  }
  assert.equal(await total(), 3750);
  await lockCart(runtime, caller, { cartKey }, BUYER);
  assert.equal(answerType(await pay(cartKey, "37.50")), "SUCCESS");
  await end("enabled = false");
  assert.equal((await getCart(runtime, caller, cartKey))?.sales[0]?.total.minor, 3750);

  const early = await discounted();
  await early.end("enabled = false");
  await lockCart(early.runtime, early.caller, { cartKey: early.cartKey }, BUYER);
  assert.equal(answerType(await early.pay(early.cartKey, "37.50")), "SUCCESS");
});

test("ends a discount for all its reservations at the first of their expiries", async () => {
  const { runtime, caller, onSale, cartKey, total, end, passes, extend } = await discounted();
  const other = await stage(db);
  await db.query(`UPDATE event SET account_id = $1 WHERE id = $2`, [caller.account.id, other.onSale.eventId]);
  await passes(runtime.limits.reservationSeconds - 10);
  await extend();
  await buying(runtime, { ...other.onSale, caller: onSale.caller }).reserve([1], { cartKey });
  await end("enabled = false");
  assert.equal(await total(), 8500);
  await passes(20);
  assert.equal(await total(), 9500);
});
