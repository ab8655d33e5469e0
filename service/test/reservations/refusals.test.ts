import assert from "node:assert/strict";
import test from "node:test";
import type { Db } from "#src/platform/store/db.ts";
import { newCart } from "#src/reservations/use-cases/carts.ts";
import type { ReservationOutcome } from "#src/reservations/use-cases/reserve/reservation-queue.ts";
import { buying, stage } from "#test/buying.ts";
import { testDatabase } from "#test/cluster.ts";
import { testRuntime } from "#test/runtime.ts";

const { db, drop } = await testDatabase();
test.after(drop);

type Refusal = readonly [what: string, change: string, code: string | undefined];

// `change` is applied to the tables of a new event whose two ticket types are on sale.
const table: readonly Refusal[] = [
  ["without a change", "SELECT 1", undefined],
  [
    "when the sale begins in a second",
    "UPDATE ticket_type SET on_sale_from = now() + interval '1 second'",
    "NOT_ON_SALE",
  ],
  ["when the sale begins now", "UPDATE ticket_type SET on_sale_from = now()", undefined],
  ["when the sale ends now", "UPDATE ticket_type SET on_sale_to = now()", "CLOSED"],
  ["when the sale ends in a minute", "UPDATE ticket_type SET on_sale_to = now() + interval '1 minute'", undefined],
  ["when the ticket type is closed", "UPDATE ticket_type SET closed = true", "CLOSED"],
  ["when the event is a draft", "UPDATE event SET published = false", "NOT_ON_SALE"],
  ["when the event is cancelled", "UPDATE event SET cancelled = true", "CANCELLED"],
  ["when the date is cancelled", "UPDATE event_date SET cancelled = true", "CANCELLED"],
  ["when the date is over", "UPDATE event_date SET starts_at = now() - interval '3 hours', ends_at = now()", "CLOSED"],
  ["when the date has begun", "UPDATE event_date SET starts_at = now() - interval '1 hour'", undefined],
  ["when it needs a code", "UPDATE ticket_type SET code_required = true", "CODE_REQUIRED"],
  ["with a maximum of one", "UPDATE ticket_type SET maximum_per_order = 1", "OVER_LIMIT"],
  ["with a minimum of three", "UPDATE ticket_type SET minimum_per_order = 3", "UNDER_MINIMUM"],
  ["with a minimum of two", "UPDATE ticket_type SET minimum_per_order = 2", undefined],
  ["when the section is full", "UPDATE stock SET taken = capacity", "SOLD_OUT"],
  ["when the section has one place left", "UPDATE stock SET taken = capacity - 1", "NOT_ENOUGH"],
  ["when the date does not open the section", "DELETE FROM stock", "SOLD_OUT"],
];

for (const [what, change, code] of table) {
  test(`${code === undefined ? "reserves two tickets" : `refuses two tickets with ${code}`} ${what}`, async () => {
    const { onSale, ask, taken } = await stage(db, { types: [{}, {}] });
    const { eventId } = onSale;
    const key = /UPDATE event SET/.test(change) ? "id" : "event_id";
    await db.query(change.startsWith("SELECT") ? change : `${change} WHERE ${key} = ${eventId}`);
    const before = await taken();
    const outcome = await ask([2]);
    assert.equal(outcome.ok ? undefined : outcome.refusal === "refused" && outcome.rows[0]?.code, code);
    if (code !== undefined) assert.deepEqual(await taken(), before);
  });
}

test("does not apply sale windows and codes to the box office, but every other rule", async () => {
  const { onSale, ask } = await stage(db);
  const change = (text: string) => db.query(`UPDATE ticket_type SET ${text} WHERE event_id = ${onSale.eventId}`);
  await change("on_sale_from = now() + interval '1 day', code_required = true");
  assert.equal((await ask([1])).ok, false);
  assert.equal((await ask([1], { boxOffice: true })).ok, true);
  await change("closed = true");
  assert.equal((await ask([1], { boxOffice: true })).ok, false);
});

test("returns all reasons at once, in the order of the request", async () => {
  const { onSale, ask } = await stage(db, { types: [{}, {}, {}] });
  const [first, second] = onSale.ticketTypeIds;
  await db.query(`UPDATE ticket_type SET closed = true WHERE id = $1`, [first]);
  await db.query(`UPDATE ticket_type SET maximum_per_order = 2 WHERE id = $1`, [second]);
  const outcome = await ask([1, 3, 1]);
  assert.ok(!outcome.ok && outcome.refusal === "refused");
  assert.deepEqual(outcome.rows, [
    { code: "CLOSED", path: "tickets[0].ticketType", ticketType: first, ticketTypeName: "Type 1" },
    {
      code: "OVER_LIMIT",
      path: "tickets[1].quantity",
      ticketType: second,
      ticketTypeName: "Type 2",
      left: 2,
      limit: 2,
    },
  ]);
});

test("answers 404 for another account's event or cart", async () => {
  const [tempest, other] = [await stage(db), await stage(db)];
  const { cartKey } = await tempest.reserve([1]);
  assert.deepEqual(await tempest.ask([1], { caller: other.caller }), { ok: false, refusal: "no_such_event" });
  assert.deepEqual(await other.ask([1], { cartKey }), { ok: false, refusal: "no_such_cart" });
  assert.equal((await tempest.ask([1], { cartKey })).ok, true);
});

test("P29: takes no place of a reservation of which one ticket type is not available", async () => {
  const { ask, taken } = await stage(db, { sections: [10], types: [{ maximum: 2 }, {}] });
  const outcome = await ask([3, 4]);
  assert.ok(!outcome.ok && outcome.refusal === "refused");
  assert.deepEqual(
    outcome.rows.map(({ code, left }) => [code, left]),
    [["NOT_ENOUGH", 2]],
  );
  assert.deepEqual(await taken(), [0, 0]);
});

test("reserves nothing for a disconnected client", async () => {
  const { ask, taken } = await stage(db);
  const outcome = await ask([1], { isDisconnected: () => true });
  assert.deepEqual(outcome, { ok: false, refusal: "disconnected" });
  assert.deepEqual(await taken(), [0]);
});

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
  const { ask } = buying(testRuntime({ ...db, prepared }), staged.onSale);
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

test("refuses a change of a reservation that is gone, or of another cart or event, and keeps what there is", async () => {
  const { runtime, caller, reserve, ask, taken, lapse, status } = await stage(db);
  const elsewhere = await reserve([1]);
  const second = await stage(db);
  await db.query(`UPDATE event SET account_id = $1 WHERE id = $2`, [caller.account.id, second.onSale.eventId]);
  const { key, cartKey } = await reserve([1]);
  const other = buying(runtime, { ...second.onSale, caller });
  for (const replaces of [[key], [elsewhere.key]])
    assert.equal(refusalOf(await other.ask([1], { cartKey, replaces })), "HOLD_ENDED undefined");
  assert.deepEqual([await other.taken(), await taken()], [[0], [2]]);

  const changed = await reserve([3], { cartKey, replaces: [key] });
  assert.equal(refusalOf(await ask([2], { cartKey, replaces: [changed.key, key] })), "HOLD_ENDED undefined");
  assert.deepEqual([await status(changed.key), await taken()], ["RESERVED", [4]]);
  await lapse(changed.key);
  assert.equal(refusalOf(await ask([2], { cartKey, replaces: [changed.key] })), "HOLD_ENDED undefined");
  const unused = await newCart(runtime, caller);
  assert.equal(refusalOf(await ask([2], { cartKey: unused, replaces: [key] })), "HOLD_ENDED undefined");
});

test("requires the minimum of each reservation, and returns 0 left below the minimum", async () => {
  const { onSale, ask, reserve } = await stage(db, { maximumPerOrder: 3 });
  await db.query(`UPDATE ticket_type SET minimum_per_order = 2 WHERE event_id = $1`, [onSale.eventId]);
  const { cartKey } = await reserve([2]);
  assert.equal(refusalOf(await ask([2], { cartKey })), "OVER_LIMIT 0");
  assert.equal(refusalOf(await ask([1], { cartKey })), "UNDER_MINIMUM undefined");
});
