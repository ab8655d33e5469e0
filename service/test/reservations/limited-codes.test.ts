import assert from "node:assert/strict";
import test from "node:test";
import { foldCode } from "#src/pricing/domain/code.ts";
import { lockCodes } from "#src/pricing/store/codes.ts";
import { getCart } from "#src/reservations/use-cases/carts.ts";
import { lockCart } from "#src/reservations/use-cases/lock-cart.ts";
import { expireReservations, releaseReservation } from "#src/reservations/use-cases/release.ts";
import { setCartCodes } from "#src/reservations/use-cases/set-cart-codes.ts";
import { answerType, BUYER, type OnSale, stage } from "#test/buying.ts";
import { testDatabase } from "#test/cluster.ts";

const { db, drop } = await testDatabase();
test.after(drop);

const USES = 5;

/** Creates a code for 10 off an order, with this number of uses. */
async function limitedCode({ caller, eventId }: OnSale, maximumUses: number, text = "FEW"): Promise<void> {
  await db.query(
    `WITH rule AS (
       INSERT INTO discount (account_id, kind, name, rule_name, enabled, code_required, currency, amount_minor, event_ids)
       VALUES ($1, 'ORDER', 'Ten off', 'Ten off', true, true, 'AUD', 1000, ARRAY[$2::bigint]) RETURNING id)
     INSERT INTO code (account_id, text, folded, kind, discount_id, maximum_uses)
     SELECT $1, $3, $4, 'DISCOUNT', id, $5 FROM rule`,
    [caller.account.id, eventId, text, foldCode(text), maximumUses],
  );
}

/** Returns the counter of uses, and the number of carts that have claimed one. */
async function uses({ caller }: OnSale): Promise<readonly [counted: number, claimed: number]> {
  const [row] = await db.query<{ uses: number; claimed: number }>(
    `SELECT uses, (SELECT count(*)::integer FROM cart_code WHERE code_id = code.id AND holds_use) AS claimed
       FROM code WHERE account_id = $1`,
    [caller.account.id],
  );
  return [row?.uses ?? -1, row?.claimed ?? -1];
}

test("takes a use of a code together with the places, or not at all", async () => {
  const { runtime, onSale, ask } = await stage(db, { sections: [1] });
  await limitedCode(onSale, USES);
  const [first, second] = await Promise.all([ask([1], { codes: ["FEW"] }), ask([1], { codes: ["FEW"] })]);
  assert.notEqual(first.ok, second.ok);
  assert.deepEqual(await uses(onSale), [1, 1]);
  assert.equal(await expireReservations(runtime), 0);
});

test("puts back a use when its tickets are released or expire, or the code is removed, and not before", async () => {
  const { runtime, onSale, caller, reserve, lapse } = await stage(db, { sections: [10] });
  await limitedCode(onSale, 1);
  const one = await reserve([1], { codes: ["FEW"] });
  assert.equal((await reserve([1], { codes: ["FEW"] })).codes[0]?.result, "USED_UP");
  const more = await reserve([1], { cartKey: one.cartKey });
  assert.deepEqual([more.codes[0]?.result, await uses(onSale)], ["APPLIED", [1, 1]]);

  for (const { key } of [one, more]) await releaseReservation(runtime, caller, key);
  assert.deepEqual(await uses(onSale), [0, 0]);

  const reserved = await reserve([1], { codes: ["FEW"] });
  await lapse(reserved.key);
  const next = await reserve([1], { codes: ["FEW"] });
  assert.deepEqual([next.codes[0]?.result, await uses(onSale)], ["APPLIED", [1, 1]]);

  const emptied = await setCartCodes(runtime, caller, next.cartKey, []);
  assert.deepEqual([emptied.ok, await uses(onSale)], [true, [0, 0]]);
  const aged = await reserve([1], { codes: ["FEW"] });
  await lapse(aged.key);
  await expireReservations(runtime);
  assert.deepEqual(await uses(onSale), [0, 0]);
});

test("keeps the use of a paid cart; a late payment takes it again, or is refused when another cart has it", async () => {
  const { runtime, onSale, caller, reserve, lapse, pay, state } = await stage(db, { sections: [10] });
  await limitedCode(onSale, 1);
  const late = await reserve([1], { codes: ["FEW"] });
  await lockCart(runtime, caller, { cartKey: late.cartKey }, BUYER);
  await lapse(late.key);
  await expireReservations(runtime);
  assert.deepEqual(await uses(onSale), [0, 0]);
  const other = await reserve([1], { codes: ["FEW"] });
  assert.equal(answerType(await pay(late.cartKey, "37.50")), "WRONG_STATE");
  assert.deepEqual(await state(late.cartKey), []);

  await releaseReservation(runtime, caller, other.key);
  assert.equal(answerType(await pay(late.cartKey, "37.50")), "SUCCESS");
  await expireReservations(runtime);
  assert.deepEqual(await uses(onSale), [1, 1]);
  assert.equal((await getCart(runtime, caller, late.cartKey))?.codes[0]?.result, "APPLIED");
});

test("spends a paid use: the cart continues without it, and no change of codes puts it back", async () => {
  const { runtime, onSale, caller, reserve, pay, lapse } = await stage(db, { sections: [10] });
  await limitedCode(onSale, 1);
  const { cartKey } = await reserve([1], { codes: ["FEW"] });
  await lockCart(runtime, caller, { cartKey }, BUYER);
  assert.equal(answerType(await pay(cartKey, "37.50")), "SUCCESS");

  const again = await reserve([1], { cartKey });
  assert.deepEqual([again.codes[0]?.result, again.total.minor], ["USED_UP", 4750]);
  assert.equal((await setCartCodes(runtime, caller, cartKey, [])).ok, true);
  assert.equal((await reserve([1], { codes: ["FEW"] })).codes[0]?.result, "USED_UP");
  await releaseReservation(runtime, caller, again.key);
  await expireReservations(runtime);
  assert.deepEqual(await uses(onSale), [1, 0]);

  await db.query(`UPDATE code SET maximum_uses = 2 WHERE account_id = $1`, [caller.account.id]);
  const second = await reserve([1], { cartKey, codes: ["FEW"] });
  assert.deepEqual([second.codes[0]?.result, await uses(onSale)], ["APPLIED", [2, 1]]);
  await lapse(second.key);
  await expireReservations(runtime);
  assert.deepEqual(await uses(onSale), [1, 0]);
});

test("counts a use once when a late payment and the sweeper run concurrently", async () => {
  for (let round = 0; round < 4; round += 1) {
    const { runtime, onSale, caller, reserve, lapse, pay } = await stage(db, { sections: [10] });
    await limitedCode(onSale, 1);
    const late = await reserve([1], { codes: ["FEW"] });
    await lockCart(runtime, caller, { cartKey: late.cartKey }, BUYER);
    await lapse(late.key);
    const [paid] = await Promise.all([pay(late.cartKey, "37.50"), expireReservations(runtime)]);
    assert.equal(answerType(paid), "SUCCESS");
    assert.deepEqual(await uses(onSale), [1, 1]);
  }
});

test("locks no places while a release waits for a code", async () => {
  const { runtime, onSale, caller, reserve } = await stage(db, { sections: [10] });
  await limitedCode(onSale, 1);
  const { key } = await reserve([1], { codes: ["FEW"] });
  const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  const released = await db.transaction(async (tx) => {
    await lockCodes(tx, caller.account.id, ["FEW"]);
    const releasing = releaseReservation(runtime, caller, key);
    while ((await db.query(waiting)).length === 0);
    await tx.query(`SELECT FROM stock WHERE event_id = $1 FOR UPDATE NOWAIT`, [onSale.eventId]);
    return { releasing };
  });
  assert.equal((await released.releasing).ok, true);
  assert.deepEqual(await uses(onSale), [0, 0]);
});

test("locks the cart's sales in the common order on release, so that it cannot deadlock with a lock or payment", async () => {
  const { runtime, onSale, reserve } = await stage(db, { sections: [10] });
  await limitedCode(onSale, 1);
  const first = await reserve([1], { codes: ["FEW"] });
  const second = await reserve([1], { cartKey: first.cartKey });
  const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  const released = await db.transaction(async (tx) => {
    await tx.query(`SELECT FROM sale WHERE key = $1 FOR UPDATE`, [first.key]);
    const releasing = releaseReservation(runtime, onSale.caller, second.key);
    while ((await db.query(waiting)).length === 0);
    await tx.query(`SELECT FROM sale WHERE key = $1 FOR UPDATE NOWAIT`, [second.key]);
    return { releasing };
  });
  assert.equal((await released.releasing).ok, true);
});
