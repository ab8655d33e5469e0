import assert from "node:assert/strict";
import test from "node:test";
import type { Db } from "#src/platform/store/db.ts";
import { expireReservations, releaseReservation } from "#src/reservations/use-cases/release.ts";
import { createReservation } from "#src/reservations/use-cases/reserve/reserve.ts";
import { testDatabase } from "#test/cluster.ts";
import { until } from "#test/until.ts";
import { soldOut, waitingStage } from "./waiting.ts";

const { db, drop } = await testDatabase();
test.after(drop);

/** Two dates of two places, each with a ticket type. */
const TWO_DATES = { sections: [2], dates: 2, types: [{ date: 0 }, { date: 1 }] };

test("offers released places to the next in line, and to nobody else", async () => {
  const { wait, ask, states, entry, release, taken } = await soldOut(db, [2, 2]);
  const [first, second] = [await wait(2), await wait(2)];
  await release(0);
  assert.deepEqual(await states(first, second), ["OFFERED", "WAITING"]);
  const refused = await ask([1]);
  assert.equal(!refused.ok && refused.refusal === "refused" && refused.rows[0]?.code, "SOLD_OUT");
  const { offer } = await entry(first);
  assert.ok(offer);
  const reserved = await ask([2], { waitingListOffer: offer.key });
  assert.ok(reserved.ok, JSON.stringify(reserved));
  assert.deepEqual(await states(first, second), ["RESERVED", "WAITING"]);
  assert.deepEqual(await taken(), [4]);
  const again = await ask([2], { waitingListOffer: offer.key });
  assert.equal(!again.ok && again.refusal === "refused" && again.rows[0]?.code, "OFFER_ENDED");
});

test("lets a reservation that finds returned places give them to those who wait first", async () => {
  const { wait, ask, states, made, lapse, runtime } = await soldOut(db, [2, 2]);
  const first = await wait(2);
  await lapse(made[0]?.key ?? "");
  // The reservation puts expired places back itself. No sweeper has run.
  const refused = await ask([1]);
  assert.equal(!refused.ok && refused.refusal === "refused" && refused.rows[0]?.code, "SOLD_OUT");
  assert.deepEqual(await states(first), ["OFFERED"]);
  await expireReservations(runtime);
});

test("expires an offer back to the next in line", async () => {
  const { wait, states, release, lapseOffer, sweep, taken } = await soldOut(db, [2, 2]);
  const [first, second] = [await wait(2), await wait(1)];
  await release(0);
  await lapseOffer(first);
  assert.deepEqual(await states(first), ["EXPIRED"]);
  await sweep();
  assert.deepEqual(await states(first, second), ["EXPIRED", "OFFERED"]);
  assert.deepEqual(await taken(), [3]);
});

test("passes over a party that does not fit, without splitting it, and keeps its place", async () => {
  const { wait, states, entry, release, ask } = await soldOut(db, [2, 2, 2]);
  const [large, small] = [await wait(4), await wait(2)];
  await release(0);
  assert.deepEqual(await states(large, small), ["WAITING", "OFFERED"]);
  assert.equal((await entry(large)).ahead, 0);
  await release(1);
  assert.deepEqual(await states(large), ["WAITING"]);
  // The places that fit nobody who waits are for everybody.
  assert.ok((await ask([2])).ok);
  await release(2);
  assert.deepEqual(await states(large), ["WAITING"]);
});

test("collects places for a party that was passed over three times", async () => {
  const { wait, states, release, taken, ask, lapseOffer, sweep } = await soldOut(db, [1, 1, 1, 1, 1]);
  const large = await wait(2);
  const small = [await wait(1), await wait(1), await wait(1)];
  for (const at of [0, 1, 2]) await release(at);
  assert.deepEqual(await states(large, ...small), ["WAITING", "OFFERED", "OFFERED", "OFFERED"]);
  const fourth = await wait(1);
  await release(3);
  assert.deepEqual(await states(large, fourth), ["WAITING", "WAITING"]);
  assert.deepEqual(await taken(), [5]);
  assert.equal((await ask([1])).ok, false);
  await release(4);
  assert.deepEqual(await states(large, fourth), ["OFFERED", "WAITING"]);
  // A collection ends too, so that places are not kept for ever.
  await lapseOffer(large);
  await sweep();
  assert.deepEqual(await states(large, fourth), ["EXPIRED", "OFFERED"]);
});

test("offers places of one section, with the maximum of a ticket type reserved too", async () => {
  const real = await waitingStage(db, {
    sections: [2, 2],
    types: [
      { section: 0, maximum: 2 },
      { section: 1, maximum: 1 },
      { section: 1, maximum: 1 },
    ],
  });
  const { reserve, wait, states, entry, runtime, caller, ask, taken } = real;
  const [stalls, one, other] = [await reserve([2]), await reserve([0, 1]), await reserve([0, 0, 1])];
  const party = await wait(2);
  await releaseReservation(runtime, caller, one.key);
  assert.deepEqual(await states(party), ["WAITING"]);
  await releaseReservation(runtime, caller, other.key);
  const { offer } = await entry(party);
  assert.deepEqual(
    offer?.ticketTypes.map(({ name, maximum }) => `${name} ${maximum}`),
    ["Type 2 1", "Type 3 1"],
  );
  assert.deepEqual(await taken(), [2, 2, 2, 1, 1]);
  assert.ok((await ask([0, 1, 1], { waitingListOffer: offer?.key ?? "" })).ok);
  assert.deepEqual(await taken(), [2, 2, 2, 1, 1]);
  await releaseReservation(runtime, caller, stalls.key);
});

test("gives the places that a reservation with an offer does not take to the next in line", async () => {
  const { wait, ask, entry, release, states, sweep } = await soldOut(db, [3, 1]);
  const [first, second] = [await wait(3), await wait(2)];
  await release(0);
  const { offer } = await entry(first);
  assert.ok((await ask([1], { waitingListOffer: offer?.key ?? "" })).ok);
  await sweep();
  assert.deepEqual(await states(first, second), ["RESERVED", "OFFERED"]);
});

test("a list that begins after a reservation has read its terms still comes first", async () => {
  const { wait, states, made, lapse, runtime, onSale, caller } = await soldOut(db, [2]);
  const begun: string[] = [];
  const beginList = async () => {
    if (begun.length > 0) return;
    begun.push(await wait(1));
    // The places are free, and no offer is made yet.
    await lapse(made[0]?.key ?? "");
    await expireReservations(runtime);
  };
  const late: typeof runtime = {
    ...runtime,
    db: {
      ...runtime.db,
      async prepared(name, text, values) {
        const rows = await runtime.db.prepared(name, text, values);
        if (name === "find_terms") await beginList();
        // The terms had free places, as if the reservation had been released before the list began.
        return (name === "find_terms" ? rows.map((row) => ({ ...row, section_free: 2 })) : rows) as never;
      },
    },
  };
  const wanted = [{ ticketTypeId: onSale.ticketTypeIds[0] ?? 0, quantity: 2 }];
  const outcome = await createReservation(late, { caller, eventId: onSale.eventId, wanted });
  assert.equal(!outcome.ok && outcome.refusal === "refused" && outcome.rows[0]?.code, "NOT_ENOUGH");
  assert.deepEqual(await states(...begun), ["OFFERED"]);
});

test("a release makes the offers of its own event", async () => {
  const [one, other] = [await waitingStage(db, { sections: [1] }), await waitingStage(db, { sections: [1] })];
  const [reserved] = [await one.reserve([1]), await other.reserve([1])];
  const [entry, elsewhere] = [await one.wait(1), await other.wait(1)];
  await db.query(`UPDATE stock SET capacity = 2 WHERE event_id = $1`, [other.onSale.eventId]);
  await releaseReservation(one.runtime, one.caller, reserved.key);
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
  const { reserve, wait, entry, ask, onSale, runtime, caller } = await waitingStage(db, TWO_DATES);
  const reserved = await reserve([0, 2]);
  const first = await wait(1, { eventDateId: onSale.dateIds[1] ?? 0 });
  await wait(2, { eventDateId: onSale.dateIds[1] ?? 0 });
  await releaseReservation(runtime, caller, reserved.key);
  const { offer } = await entry(first);
  const refused = await ask([1], { waitingListOffer: offer?.key ?? "" });
  assert.equal(!refused.ok && refused.refusal === "refused" && refused.rows[0]?.code, "OFFER_ENDED");
});

test("a confirmation waits for a reservation under way, and offers no place that it takes", async () => {
  const { reserve, join, confirm, states, onSale, runtime, caller } = await waitingStage(db, TWO_DATES);
  const [first] = onSale.dateIds;
  const reserved = await reserve([2]);
  const entry = await join(1, { eventDateId: first ?? 0 });
  await releaseReservation(runtime, caller, reserved.key);
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
