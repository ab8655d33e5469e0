import assert from "node:assert/strict";
import test from "node:test";
import type { NewReservation } from "#src/reservations/domain/reservation.ts";
import { expireReservations } from "#src/reservations/use-cases/expire-reservations.ts";
import { releaseReservation } from "#src/reservations/use-cases/release-reservation.ts";
import { createReservation } from "#src/reservations/use-cases/reserve/create-reservation.ts";
import { changeEntry, confirm, leave } from "#src/reservations/use-cases/waiting-list/entries.ts";
import { joinWaitingList } from "#src/reservations/use-cases/waiting-list/join.ts";
import { forgetWaitingList, makeDueOffers } from "#src/reservations/use-cases/waiting-list/make-due-offers.ts";
import { testDatabase } from "#test/cluster.ts";
import { waitingStage } from "./waiting.ts";

const { db, drop } = await testDatabase();
test.after(drop);

/** Sells out the stage's event in reservations of these quantities. */
async function soldOut(quantities: readonly number[], wish: Parameters<typeof waitingStage>[1] = {}) {
  const places = quantities.reduce((sum, one) => sum + one, 0);
  const real = await waitingStage(db, { sections: [places], ...wish });
  const made: NewReservation[] = [];
  for (const quantity of quantities) made.push(await real.reserve([quantity]));
  const release = (at: number) => releaseReservation(real.world, real.caller, made[at]?.key ?? "");
  return { ...real, made, release };
}

test("offers released places to the next in line, and to nobody else", async () => {
  const { wait, ask, states, entry, release, taken } = await soldOut([2, 2]);
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
  const { wait, ask, states, made, lapse, world } = await soldOut([2, 2]);
  const first = await wait(2);
  await lapse(made[0]?.key ?? "");
  // The reservation puts expired places back itself. No sweeper has run.
  const refused = await ask([1]);
  assert.equal(!refused.ok && refused.refusal === "refused" && refused.rows[0]?.code, "SOLD_OUT");
  assert.deepEqual(await states(first), ["OFFERED"]);
  await expireReservations(world);
});

test("expires an offer back to the next in line", async () => {
  const { wait, states, release, lapseOffer, sweep, taken } = await soldOut([2, 2]);
  const [first, second] = [await wait(2), await wait(1)];
  await release(0);
  await lapseOffer(first);
  assert.deepEqual(await states(first), ["EXPIRED"]);
  await sweep();
  assert.deepEqual(await states(first, second), ["EXPIRED", "OFFERED"]);
  assert.deepEqual(await taken(), [3]);
});

test("passes over a party that does not fit, without splitting it, and keeps its place", async () => {
  const { wait, states, entry, release, ask } = await soldOut([2, 2, 2]);
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
  const { wait, states, release, taken, ask, lapseOffer, sweep } = await soldOut([1, 1, 1, 1, 1]);
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

test("ends a collection after its time, and offers its places to others", async () => {
  const { wait, states, release, lapseOffer, sweep } = await soldOut([1, 1, 1, 1, 1]);
  const large = await wait(2);
  for (const at of [0, 1, 2]) {
    await wait(1);
    await release(at);
  }
  const fourth = await wait(1);
  await release(3);
  assert.deepEqual(await states(large, fourth), ["WAITING", "WAITING"]);
  await lapseOffer(large);
  await sweep();
  assert.deepEqual(await states(large, fourth), ["WAITING", "OFFERED"]);
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
  const { reserve, wait, states, entry, world, caller, ask, taken } = real;
  const [stalls, one, other] = [await reserve([2]), await reserve([0, 1]), await reserve([0, 0, 1])];
  const party = await wait(2);
  await releaseReservation(world, caller, one.key);
  assert.deepEqual(await states(party), ["WAITING"]);
  await releaseReservation(world, caller, other.key);
  const { offer } = await entry(party);
  assert.deepEqual(
    offer?.ticketTypes.map(({ name, maximum }) => `${name} ${maximum}`),
    ["Type 2 1", "Type 3 1"],
  );
  assert.deepEqual(await taken(), [2, 2, 2, 1, 1]);
  assert.ok((await ask([0, 1, 1], { waitingListOffer: offer?.key ?? "" })).ok);
  assert.deepEqual(await taken(), [2, 2, 2, 1, 1]);
  await releaseReservation(world, caller, stalls.key);
});

test("gives the places that a reservation with an offer does not take to the next in line", async () => {
  const { wait, ask, entry, release, states, sweep } = await soldOut([3, 1]);
  const [first, second] = [await wait(3), await wait(2)];
  await release(0);
  const { offer } = await entry(first);
  assert.ok((await ask([1], { waitingListOffer: offer?.key ?? "" })).ok);
  await sweep();
  assert.deepEqual(await states(first, second), ["RESERVED", "OFFERED"]);
});

test("counts only confirmed entries, in the order of their confirmation", async () => {
  const { join, wait, entry, release, states, world, caller } = await soldOut([1]);
  const unconfirmed = await join(1);
  const second = await wait(1);
  assert.equal((await entry(unconfirmed)).ahead, 1);
  await confirm(world, caller, unconfirmed);
  await confirm(world, caller, unconfirmed);
  assert.deepEqual([(await entry(second)).ahead, (await entry(unconfirmed)).ahead], [0, 1]);
  await release(0);
  assert.deepEqual(await states(second, unconfirmed), ["OFFERED", "WAITING"]);
});

test("keeps the place in line for fewer tickets, and gives it up for more", async () => {
  const { wait, entry, world, caller, release, states } = await soldOut([1]);
  const [first, second] = [await wait(2), await wait(2)];
  assert.ok((await changeEntry(world, caller, first, 1)).ok);
  assert.equal((await entry(first)).ahead, 0);
  assert.ok((await changeEntry(world, caller, first, 2)).ok);
  assert.deepEqual([(await entry(first)).ahead, (await entry(second)).ahead], [1, 0]);
  await changeEntry(world, caller, second, 1);
  await release(0);
  assert.deepEqual(await states(second), ["OFFERED"]);
  assert.deepEqual(await changeEntry(world, caller, second, 1), { ok: false, refusal: "wrong_state" });
});

test("lets the owner leave: the address is deleted, and the offer goes to the next in line", async () => {
  const { wait, states, release, world, caller } = await soldOut([1]);
  const [first, second] = [await wait(1), await wait(1)];
  await release(0);
  assert.ok((await leave(world, caller, first)).ok);
  assert.deepEqual(await states(second), ["OFFERED"]);
  assert.deepEqual(await leave(world, caller, first), { ok: false, refusal: "no_such_thing" });
  const left = await db.query(`SELECT FROM waiting_list_entry WHERE key = $1`, [first]);
  assert.equal(left.length, 0);
});

test("writes one message for each offer, in its transaction", async () => {
  const { wait, release, sweep, messages, entry } = await soldOut([1]);
  const first = await wait(1);
  await release(0);
  await sweep();
  const { offer } = await entry(first);
  const offers = (await messages()).filter(({ kind }) => kind === "WAITING_LIST_OFFER");
  assert.deepEqual(
    offers.map(({ recipient, details }) => [recipient, details.entry, details.offer, details.expiresAt]),
    [["waiting1@example.com", first, offer?.key, offer?.expiresAt.toISOString()]],
  );
});

test("answers an address that is on the list like a new one, and limits its messages", async () => {
  const { wait, messages, world, caller, onSale, entry } = await soldOut([1]);
  const key = await wait(1);
  const again = { email: "WAITING1@example.com", quantity: 3, language: "de" };
  for (let tries = 0; tries < 10; tries += 1)
    assert.deepEqual(await joinWaitingList(world, caller, { eventId: onSale.eventId }, again), { ok: true });
  assert.equal((await entry(key)).quantity, 1);
  assert.equal((await messages()).length, 5);
});

test("refuses to join while tickets are on sale, or for more than an order can have", async () => {
  const { world, caller, onSale, reserve } = await waitingStage(db, { sections: [4] });
  const ask = { email: "ada@example.com", quantity: 2, language: "en" };
  const awaited = { eventDateId: onSale.dateIds[0] ?? 0 };
  assert.deepEqual(await joinWaitingList(world, caller, awaited, ask), { ok: false, refusal: "not_sold_out" });
  await reserve([3]);
  assert.ok((await joinWaitingList(world, caller, awaited, ask)).ok);
  const many = await joinWaitingList(world, caller, awaited, { ...ask, quantity: 11 });
  assert.deepEqual(many, { ok: false, refusal: "over_limit", limit: 10 });
});

test("offers the places of the date that an entry waits for", async () => {
  const real = await waitingStage(db, { sections: [1], dates: 2, types: [{ date: 0 }, { date: 1 }] });
  const { reserve, wait, states, world, caller, onSale, entry } = real;
  const [first, second] = [await reserve([1]), await reserve([0, 1])];
  const any = await wait(1);
  const ofSecond = await wait(1, { eventDateId: onSale.dateIds[1] ?? 0 });
  assert.equal((await entry(ofSecond)).ahead, 1);
  await releaseReservation(world, caller, first.key);
  assert.deepEqual(await states(any, ofSecond), ["OFFERED", "WAITING"]);
  await releaseReservation(world, caller, second.key);
  assert.equal((await entry(ofSecond)).offer?.eventDate.id, onSale.dateIds[1]);
});

test("ends the entries of a cancelled date, and deletes what was not confirmed in a day", async () => {
  const { wait, join, states, world, onSale } = await soldOut([1]);
  const [waiting, unconfirmed] = [await wait(1), await join(1)];
  await db.query(`UPDATE event SET cancelled = true WHERE id = $1`, [onSale.eventId]);
  await db.query(`UPDATE waiting_list_entry SET modified_at = now() - interval '2 days' WHERE key = $1`, [unconfirmed]);
  await forgetWaitingList(world);
  assert.deepEqual(await states(waiting), ["EXPIRED"]);
  assert.equal((await db.query(`SELECT FROM waiting_list_entry WHERE key = $1`, [unconfirmed])).length, 0);
  await makeDueOffers(world);
});

test("a list that begins after a reservation has read its terms still comes first", async () => {
  const { wait, states, release, world, onSale, caller } = await soldOut([2]);
  const begun: string[] = [];
  const beginList = async () => {
    if (begun.length > 0) return;
    begun.push(await wait(1));
    await release(0);
  };
  const late: typeof world = {
    ...world,
    db: {
      ...world.db,
      async prepared(name, text, values) {
        const rows = await world.db.prepared(name, text, values);
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

test("offers places after the capacity was raised", async () => {
  const { wait, sweep, states, onSale } = await soldOut([1]);
  const first = await wait(2);
  await db.query(`UPDATE stock SET capacity = 3 WHERE event_id = $1`, [onSale.eventId]);
  await sweep();
  assert.deepEqual(await states(first), ["OFFERED"]);
});
