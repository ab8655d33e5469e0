import assert from "node:assert/strict";
import test from "node:test";
import { LIMITS } from "#src/platform/runtime.ts";
import { changeEntry, confirm, leave } from "#src/reservations/use-cases/waiting-list/entries.ts";
import { joinWaitingList } from "#src/reservations/use-cases/waiting-list/join.ts";
import { forgetWaitingList, makeDueOffers } from "#src/reservations/use-cases/waiting-list/settle-offers.ts";
import { testDatabase } from "#test/cluster.ts";
import { recording } from "#test/fakes.ts";
import { soldOut, waitingStage } from "./waiting.ts";

const { db, drop } = await testDatabase();
test.after(drop);

test("counts only confirmed entries, in the order of their confirmation", async () => {
  const { join, wait, entry, release, states, runtime, caller } = await soldOut(db, [1]);
  const unconfirmed = await join(1);
  const second = await wait(1);
  assert.equal((await entry(unconfirmed)).ahead, 1);
  await confirm(runtime, caller, unconfirmed);
  await confirm(runtime, caller, second);
  assert.deepEqual([(await entry(second)).ahead, (await entry(unconfirmed)).ahead], [0, 1]);
  await release(0);
  assert.deepEqual(await states(second, unconfirmed), ["OFFERED", "WAITING"]);
});

test("keeps the place in line for fewer tickets, and gives it up for more", async () => {
  const { wait, entry, runtime, caller, release, states } = await soldOut(db, [1, 1]);
  const [first, second] = [await wait(2), await wait(2)];
  assert.ok((await changeEntry(runtime, caller, first, 1)).ok);
  assert.equal((await entry(first)).ahead, 0);
  assert.ok((await changeEntry(runtime, caller, first, 2)).ok);
  assert.deepEqual([(await entry(first)).ahead, (await entry(second)).ahead], [1, 0]);
  await changeEntry(runtime, caller, second, 1);
  await release(0);
  assert.deepEqual(await states(second), ["OFFERED"]);
  assert.deepEqual(await changeEntry(runtime, caller, second, 1), { ok: false, refusal: "wrong_state" });
});

test("lets the owner leave: the address is deleted, and the offer goes to the next in line", async () => {
  const { wait, states, release, runtime, caller } = await soldOut(db, [1]);
  const [first, second] = [await wait(1), await wait(1)];
  await release(0);
  assert.ok((await leave(runtime, caller, first)).ok);
  assert.deepEqual(await states(second), ["OFFERED"]);
  assert.deepEqual(await leave(runtime, caller, first), { ok: false, refusal: "no_such_thing" });
  const left = await db.query(`SELECT FROM waiting_list_entry WHERE key = $1`, [first]);
  assert.equal(left.length, 0);
});

test("answers an address that is on the list like a new one, and limits its messages", async () => {
  const { wait, messages, runtime, caller, onSale, entry } = await soldOut(db, [3]);
  const key = await wait(1);
  const again = { email: "WAITING1@example.com", quantity: 3, language: "de" };
  for (let tries = 0; tries < 10; tries += 1) {
    await db.query(`UPDATE waiting_list_entry SET mailed_at = now() - interval '11 minutes' WHERE key = $1`, [key]);
    await db.query(`DELETE FROM payment_try`);
    assert.deepEqual(await joinWaitingList(runtime, caller, { eventId: onSale.eventId }, again), { ok: true });
  }
  assert.equal((await entry(key)).quantity, 1);
  assert.equal((await messages()).length, 5);
});

test("one mailbox gets a few messages a day of all lists together, and the answer does not tell", async () => {
  const { messages, runtime, caller, onSale, reserve } = await waitingStage(db, {
    sections: [1],
    dates: 10,
    types: Array.from({ length: 10 }, (_, date) => ({ date })),
  });
  for (const [at, eventDateId] of onSale.dateIds.entries()) {
    await reserve(onSale.dateIds.map((id) => (id === eventDateId ? 1 : 0)));
    const email = at % 2 === 0 ? "stranger@example.com" : `Stranger+${at}@example.com`;
    const joining = { email, quantity: 1, language: "en" };
    assert.deepEqual(await joinWaitingList(runtime, caller, { eventDateId }, joining), { ok: true });
  }
  assert.equal((await messages()).length, LIMITS.unpaidMailsPerMailbox.tries);
  const kept = await db.query(`SELECT FROM payment_try WHERE name ILIKE '%stranger%'`);
  assert.equal(kept.length, 0, "the count is kept by a hash of the address");
});

test("joining runs the same statements for an address on the list and for a new one", async () => {
  const { wait, runtime, caller, onSale } = await soldOut(db, [1]);
  await wait(1);
  const statements = async (email: string) => {
    const names: string[] = [];
    const recorded = recording(db, names);
    const joining = { email, quantity: 1, language: "en" };
    await joinWaitingList({ ...runtime, db: recorded }, caller, { eventId: onSale.eventId }, joining);
    return names;
  };
  const known = await statements("waiting1@example.com");
  assert.ok(known.length > 3);
  assert.deepEqual(await statements("new@example.com"), known);
});

test("ends the entries of a cancelled date, and deletes what was not confirmed in a day", async () => {
  const { wait, join, states, runtime, onSale } = await soldOut(db, [1]);
  const [waiting, unconfirmed] = [await wait(1), await join(1)];
  await db.query(`UPDATE event SET cancelled = true WHERE id = $1`, [onSale.eventId]);
  await db.query(`UPDATE waiting_list_entry SET modified_at = now() - interval '2 days' WHERE key = $1`, [unconfirmed]);
  await forgetWaitingList(runtime);
  assert.deepEqual(await states(waiting), ["EXPIRED"]);
  assert.equal((await db.query(`SELECT FROM waiting_list_entry WHERE key = $1`, [unconfirmed])).length, 0);
  await makeDueOffers(runtime);
});
