import assert from "node:assert/strict";
import test from "node:test";
import type { Db } from "#src/platform/store/db.ts";
import type { ReservationOutcome } from "#src/reservations/use-cases/reserve/reservation-queue.ts";
import { buying, stage } from "#test/buying.ts";
import { testDatabase } from "#test/cluster.ts";
import { testWorld } from "#test/world.ts";

const { db, drop } = await testDatabase();
test.after(drop);

const MAXIMUM = 2;

/** Returns the code of a refusal, with the number of tickets that the cart can still have. */
function refusalOf(outcome: ReservationOutcome): string {
  if (outcome.ok) return "made";
  if (outcome.refusal !== "refused") return outcome.refusal;
  return outcome.rows.map(({ code, left }) => `${code} ${left}`).join();
}

test("counts the cart's tickets for maximumPerOrder, and returns the rest as `left`", async () => {
  const { ask, reserve } = await stage(db, { maximumPerOrder: 3 });
  const { cartKey } = await reserve([2]);
  assert.equal(refusalOf(await ask([2], { cartKey })), "OVER_LIMIT 1");
  assert.equal(refusalOf(await ask([1], { cartKey })), "made");
  assert.equal(refusalOf(await ask([1], { cartKey })), "OVER_LIMIT 0");
  assert.equal(refusalOf(await ask([3])), "made");
  assert.equal(refusalOf(await ask([4])), "OVER_LIMIT 3");
});

test("does not count released, expired and other tickets for the limit", async () => {
  const { ask, reserve, lapse } = await stage(db, { maximumPerOrder: MAXIMUM, types: [{}, {}] });
  const { key, cartKey } = await reserve([2]);
  assert.equal(refusalOf(await ask([0, 2], { cartKey })), "made");
  await lapse(key);
  assert.equal(refusalOf(await ask([2], { cartKey })), "made");
});

test("ends a reservation that expires before the cart's lock, so that it cannot be paid late beside the new one", async () => {
  const staged = await stage(db, { maximumPerOrder: MAXIMUM });
  const { key, cartKey } = await staged.reserve([MAXIMUM]);
  const prepared: Db["prepared"] = async (name, text, values) => {
    const rows = await db.prepared<never>(name, text, values);
    if (name === "find_cart_states") await staged.lapse(key);
    return rows;
  };
  const { ask } = buying(testWorld({ ...db, prepared }), staged.onSale);
  assert.equal(refusalOf(await ask([MAXIMUM], { cartKey })), "made");
  assert.equal(await staged.status(key), "EXPIRED");
  assert.deepEqual(await staged.taken(), [MAXIMUM]);
});

test("does not count the tickets and places of a replaced reservation", async () => {
  const { ask, reserve, taken, status } = await stage(db, { maximumPerOrder: 4, sections: [4] });
  const { key, cartKey } = await reserve([3]);
  assert.equal(refusalOf(await ask([4], { cartKey })), "OVER_LIMIT 1");
  const changed = await reserve([4], { cartKey, replaces: [key] });
  assert.deepEqual([await status(key), await status(changed.key), await taken()], ["RELEASED", "RESERVED", [4]]);
});

test("keeps the replaced reservation when the new one is refused", async () => {
  const { ask, reserve, taken, status } = await stage(db, { sections: [4] });
  const { key, cartKey } = await reserve([3]);
  assert.equal(refusalOf(await ask([5], { cartKey, replaces: [key] })), "NOT_ENOUGH 4");
  assert.deepEqual([await status(key), await taken()], ["RESERVED", [3]]);
});

test("replaces no reservation of another cart or event", async () => {
  const { world, caller, reserve, status } = await stage(db);
  const elsewhere = await reserve([1]);
  const second = await stage(db);
  await db.query(`UPDATE event SET account_id = $1 WHERE id = $2`, [caller.account.id, second.onSale.eventId]);
  const { key, cartKey } = await reserve([1]);
  const more = await buying(world, { ...second.onSale, caller }).reserve([1], {
    cartKey,
    replaces: [key, elsewhere.key],
  });
  assert.deepEqual(
    [await status(key), await status(elsewhere.key), await status(more.key)],
    ["RESERVED", "RESERVED", "RESERVED"],
  );
});

test("requires the minimum of each reservation, and returns 0 left below the minimum", async () => {
  const { onSale, ask, reserve } = await stage(db, { maximumPerOrder: 3 });
  await db.query(`UPDATE ticket_type SET minimum_per_order = 2 WHERE event_id = $1`, [onSale.eventId]);
  const { cartKey } = await reserve([2]);
  assert.equal(refusalOf(await ask([2], { cartKey })), "OVER_LIMIT 0");
  assert.equal(refusalOf(await ask([1], { cartKey })), "UNDER_MINIMUM undefined");
});
