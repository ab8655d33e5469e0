import assert from "node:assert/strict";
import test from "node:test";
import type { Caller } from "#src/platform/domain/caller.ts";
import type { ReservationRequest } from "#src/reservations/use-cases/reserve/reservation-request.ts";
import { testDatabase } from "#test/cluster.ts";
import { stage } from "#test/stage.ts";

const { db, drop } = await testDatabase();
test.after(drop);

type Refusal = readonly [what: string, change: string, code: string | undefined];

// `change` is written to the tables of a fresh event whose two ticket types are on sale.
const table: readonly Refusal[] = [
  ["nothing is wrong", "SELECT 1", undefined],
  ["its sale begins in a second", "UPDATE ticket_type SET on_sale_from = now() + interval '1 second'", "NOT_ON_SALE"],
  ["its sale began this moment", "UPDATE ticket_type SET on_sale_from = now()", undefined],
  ["its sale ends this moment", "UPDATE ticket_type SET on_sale_to = now()", "CLOSED"],
  ["its sale ends in a minute", "UPDATE ticket_type SET on_sale_to = now() + interval '1 minute'", undefined],
  ["it was closed by hand", "UPDATE ticket_type SET closed = true", "CLOSED"],
  ["its event is a draft", "UPDATE event SET published = false", "NOT_ON_SALE"],
  ["its event was called off", "UPDATE event SET cancelled = true", "CANCELLED"],
  ["its date was called off", "UPDATE event_date SET cancelled = true", "CANCELLED"],
  ["its date is over", "UPDATE event_date SET starts_at = now() - interval '3 hours', ends_at = now()", "CLOSED"],
  ["its date has begun", "UPDATE event_date SET starts_at = now() - interval '1 hour'", undefined],
  ["it needs a code", "UPDATE ticket_type SET code_required = true", "CODE_REQUIRED"],
  ["an order holds one at most", "UPDATE ticket_type SET maximum_per_order = 1", "OVER_LIMIT"],
  ["an order holds three at least", "UPDATE ticket_type SET minimum_per_order = 3", "UNDER_MINIMUM"],
  ["an order holds two at least", "UPDATE ticket_type SET minimum_per_order = 2", undefined],
  ["its section is full", "UPDATE stock SET taken = capacity", "SOLD_OUT"],
  ["its section has one left", "UPDATE stock SET taken = capacity - 1", "NOT_ENOUGH"],
  ["its section was never opened", "DELETE FROM stock", "SOLD_OUT"],
];

for (const [what, change, code] of table) {
  test(`two are asked for and ${what}: ${code ?? "reserved"}`, async () => {
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

test("the box office is not bound by windows and codes, but by everything else", async () => {
  const { onSale, ask } = await stage(db);
  const change = (text: string) => db.query(`UPDATE ticket_type SET ${text} WHERE event_id = ${onSale.eventId}`);
  await change("on_sale_from = now() + interval '1 day', code_required = true");
  assert.equal((await ask([1])).ok, false);
  assert.equal((await ask([1], { boxOffice: true })).ok, true);
  await change("closed = true");
  assert.equal((await ask([1], { boxOffice: true })).ok, false);
});

test("every reason is told at once, in the order in which it was asked", async () => {
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

test("a limit cannot be passed in instalments of one order", async () => {
  const { onSale, ask } = await stage(db, { maximumPerOrder: 3 });
  const [ticketTypeId = 0] = onSale.ticketTypeIds;
  const wanted = [2, 2].map((quantity) => ({ ticketTypeId, quantity }));
  const outcome = await ask([], { wanted });
  assert.ok(!outcome.ok && outcome.refusal === "refused");
  assert.equal(outcome.rows[0]?.code, "OVER_LIMIT");
});

test("one reservation spans dates of its event, and takes from the section of each", async () => {
  const { ask, taken } = await stage(db, { dates: 2, types: [{ date: 0 }, { date: 1 }], sections: [3] });
  assert.equal((await ask([2, 3])).ok, true);
  assert.deepEqual(await taken(), [2, 3]);
});

test("a cart of another currency, and a cart that is locked, take nothing more; what lapsed in it is replaced", async () => {
  const { onSale, ask, reserve, holdLocked, lapse, status } = await stage(db);
  const inYen = await reserve([1]);
  await db.query(`UPDATE sale SET currency = 'JPY' WHERE key = $1`, [inYen.key]);
  const codeOf = async (more: Partial<ReservationRequest>) => {
    const outcome = await ask([1], more);
    return outcome.ok ? "ok" : outcome.refusal === "refused" ? outcome.rows[0]?.code : outcome.refusal;
  };
  assert.equal(await codeOf({ cartKey: inYen.cartKey }), "MIXED_CURRENCY");

  const locked = await holdLocked([1]);
  assert.equal(await codeOf({ cartKey: locked.cartKey }), "WRONG_STATE");
  await lapse(locked.key);
  assert.equal(await codeOf({ cartKey: locked.cartKey }), "ok");
  assert.equal(await status(locked.key), "EXPIRED");

  const stranger: Caller = {
    ...onSale.caller,
    account: { ...onSale.caller.account, id: onSale.caller.account.id + 1_000_000 },
  };
  assert.equal(await codeOf({ caller: stranger }), "no_such_event");
});

test("nothing is reserved for somebody who has gone", async () => {
  const { ask, taken } = await stage(db);
  const outcome = await ask([1], { isDisconnected: () => true });
  assert.deepEqual(outcome, { ok: false, refusal: "disconnected" });
  assert.deepEqual(await taken(), [0]);
});
