import assert from "node:assert/strict";
import test from "node:test";
import type { Db } from "#src/platform/store/db.ts";
import { releaseReservation } from "#src/reservations/use-cases/release-reservation.ts";
import { testDatabase } from "#test/cluster.ts";
import { until } from "#test/notifications/message-stage.ts";
import { waitingStage } from "./waiting.ts";

const { db, drop } = await testDatabase();
test.after(drop);

/** Two dates of two places, each with a ticket type. */
const TWO_DATES = { sections: [2], dates: 2, types: [{ date: 0 }, { date: 1 }] };

/** Does the work while another transaction has the stock rows of a date. Work that needs them fails after the lock timeout. */
async function whileLocked(dateId: number | undefined, work: () => Promise<void>): Promise<void> {
  await db.transaction(async (tx: Db) => {
    const lock = `SELECT FROM stock WHERE event_date_id = $1 FOR UPDATE`;
    await tx.query(lock, [dateId]);
    await assert.rejects(db.query(`${lock} NOWAIT`, [dateId]), { code: "55P03" }, "the control: nobody else gets them");
    await work();
  });
}

test("a change of the list of one date, and its reservations, lock the rows of no other date", async () => {
  const { reserve, wait, ask, states, onSale, world, caller } = await waitingStage(db, TWO_DATES);
  const [first, second] = onSale.dateIds;
  const reserved = await reserve([2]);
  await whileLocked(second, async () => {
    const entry = await wait(2, { eventDateId: first ?? 0 });
    const refused = await ask([1]);
    assert.equal(!refused.ok && refused.refusal === "refused" && refused.rows[0]?.code, "SOLD_OUT");
    await releaseReservation(world, caller, reserved.key);
    assert.deepEqual(await states(entry), ["OFFERED"]);
  });
});

test("while an entry waits for any date, a reservation of a sold-out date locks the rows of no other date", async () => {
  const { reserve, wait, ask, states, lapse, onSale } = await waitingStage(db, TWO_DATES);
  const reserved = await reserve([2]);
  await reserve([0, 2]);
  const any = await wait(2);
  await whileLocked(onSale.dateIds[1], async () => assert.equal((await ask([1])).ok, false));
  await lapse(reserved.key);
  assert.equal((await ask([1])).ok, false);
  assert.deepEqual(await states(any), ["OFFERED"]);
});

test("a release makes the offers of its own event", async () => {
  const [one, other] = [await waitingStage(db, { sections: [1] }), await waitingStage(db, { sections: [1] })];
  const [reserved] = [await one.reserve([1]), await other.reserve([1])];
  const [entry, elsewhere] = [await one.wait(1), await other.wait(1)];
  await db.query(`UPDATE stock SET capacity = 2 WHERE event_id = $1`, [other.onSale.eventId]);
  await releaseReservation(one.world, one.caller, reserved.key);
  assert.deepEqual([await one.states(entry), await other.states(elsewhere)], [["OFFERED"], ["WAITING"]]);
});

test("a reservation can replace one of a date that somebody waits for", async () => {
  const { reserve, wait, ask, states, onSale, sweep } = await waitingStage(db, TWO_DATES);
  const reserved = await reserve([0, 2]);
  const entry = await wait(2, { eventDateId: onSale.dateIds[1] ?? 0 });
  const moved = await ask([2], { cartKey: reserved.cartKey, replaces: [reserved.key] });
  assert.ok(moved.ok, JSON.stringify(moved));
  await sweep();
  assert.deepEqual(await states(entry), ["OFFERED"]);
});

test("an offer of another date than the tickets' is refused as ended", async () => {
  const { reserve, wait, entry, ask, onSale, world, caller } = await waitingStage(db, TWO_DATES);
  const reserved = await reserve([0, 2]);
  const first = await wait(1, { eventDateId: onSale.dateIds[1] ?? 0 });
  await wait(2, { eventDateId: onSale.dateIds[1] ?? 0 });
  await releaseReservation(world, caller, reserved.key);
  const { offer } = await entry(first);
  const refused = await ask([1], { waitingListOffer: offer?.key ?? "" });
  assert.equal(!refused.ok && refused.refusal === "refused" && refused.rows[0]?.code, "OFFER_ENDED");
});

test("a confirmation waits for a reservation under way, and offers no place that it takes", async () => {
  const { reserve, join, confirm, states, onSale, world, caller } = await waitingStage(db, TWO_DATES);
  const [first] = onSale.dateIds;
  const reserved = await reserve([2]);
  const entry = await join(1, { eventDateId: first ?? 0 });
  await releaseReservation(world, caller, reserved.key);
  let confirmed = Promise.resolve();
  await db.transaction(async (tx: Db) => {
    await tx.query(`UPDATE stock SET taken = capacity WHERE event_date_id = $1`, [first]);
    confirmed = confirm(entry);
    await until("the confirmation waits for the lock", async () => (await waitingBackends()) > 0);
  });
  await confirmed;
  assert.deepEqual(await states(entry), ["WAITING"]);
});

/** Returns the number of connections to this database that wait for a lock. */
async function waitingBackends(): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `SELECT count(*)::integer AS count FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return row?.count ?? 0;
}
