import assert from "node:assert/strict";
import test from "node:test";
import { stage } from "#test/buying.ts";
import { testDatabase } from "#test/cluster.ts";

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
