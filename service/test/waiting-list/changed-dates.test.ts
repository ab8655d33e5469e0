import assert from "node:assert/strict";
import test from "node:test";
import { NOTICES } from "#src/admissions/use-cases/tell-ticket-holders.ts";
import { changeEventDate } from "#src/catalogue/use-cases/event-dates.ts";
import { changeEvent } from "#src/catalogue/use-cases/events.ts";
import { cancel } from "#src/payments/use-cases/cancel.ts";
import { startOfferMail } from "#src/reservations/store/waiting-list/offers.ts";
import { forgetWaitingList } from "#src/reservations/use-cases/waiting-list/settle-offers.ts";
import { testDatabase } from "#test/cluster.ts";
import { soldOut } from "./waiting.ts";

const { db, drop } = await testDatabase();
test.after(drop);

/** Sells out an event with two dates of one place each. */
async function twoDates() {
  const on = await soldOut(db, [1], { dates: 2, types: [{ date: 0 }, { date: 1 }] });
  await on.holdLocked([0, 1]);
  const [first = 0, second = 0] = on.onSale.dateIds;
  const change = (id: number, made: object) => changeEventDate(on.runtime, on.caller, id, made, NOTICES);
  /** Returns the messages about changed dates, as `kind recipient`. */
  const told = async () =>
    (await on.messages())
      .flatMap(({ kind, recipient }) =>
        /CANCELLED|MOVED/.test(kind) ? [`${kind} ${recipient.replace("@example.com", "")}`] : [],
      )
      .toSorted();
  return { ...on, first, second, change, told };
}

test("a cancelled date tells those who wait for it and those with an offer, and ends their entries", async () => {
  const on = await twoDates();
  const offered = await on.wait(1, { eventDateId: on.first });
  const waiting = await on.wait(1, { eventDateId: on.first });
  const unconfirmed = await on.join(1, { eventDateId: on.first });
  const other = await on.wait(1, { eventDateId: on.second });
  await on.release(0);
  assert.deepEqual(await on.states(offered, waiting, other), ["OFFERED", "WAITING", "WAITING"]);
  assert.ok((await on.change(on.first, { cancelled: true })).ok);

  assert.deepEqual(await on.told(), ["WAITING_LIST_CANCELLED waiting1", "WAITING_LIST_CANCELLED waiting2"]);
  assert.deepEqual(await on.states(offered, waiting, other), ["EXPIRED", "EXPIRED", "WAITING"]);
  for (const key of [offered, waiting, unconfirmed]) assert.equal((await on.entry(key)).endedBy, "CANCELLED");
  assert.equal((await on.entry(other)).endedBy, undefined);
  assert.equal((await on.entry(offered)).offer, undefined);
  assert.deepEqual(await on.taken(), [0, 1], "the place of the offer is free");
  // Repeated, and swept by the background, it tells nobody again.
  await on.change(on.first, { cancelled: true });
  await forgetWaitingList(on.runtime);
  assert.equal((await on.told()).length, 2);
});

test("an entry for any date is told only when its offer ends or no date is left, and waits for the others", async () => {
  const on = await twoDates();
  const offered = await on.wait(1);
  const waiting = await on.wait(1);
  await on.release(0);
  assert.deepEqual(await on.states(offered, waiting), ["OFFERED", "WAITING"]);
  await cancel(on.runtime, on.caller, { eventDateId: on.first }, "ALL");
  assert.deepEqual(await on.told(), ["WAITING_LIST_CANCELLED waiting1"]);
  assert.deepEqual(await on.states(offered, waiting), ["WAITING", "WAITING"]);
  const [message] = (await on.messages()).filter(({ kind }) => kind === "WAITING_LIST_CANCELLED");
  assert.equal(Object(message?.details).isWaiting, true);

  await cancel(on.runtime, on.caller, { eventDateId: on.second }, "NONE");
  assert.equal((await on.told()).length, 3);
  assert.deepEqual(await on.states(offered, waiting), ["EXPIRED", "EXPIRED"]);
  assert.equal((await on.entry(waiting)).endedBy, "CANCELLED");
});

test("a cancelled event tells every entry once, also when the decision about the money comes later", async () => {
  const on = await twoDates();
  await on.wait(1);
  await on.wait(1, { eventDateId: on.second });
  await changeEvent(on.runtime, on.caller, on.onSale.eventId, { cancelled: true }, NOTICES);
  await cancel(on.runtime, on.caller, { eventId: on.onSale.eventId }, "CHOICE");
  assert.deepEqual(await on.told(), ["WAITING_LIST_CANCELLED waiting1", "WAITING_LIST_CANCELLED waiting2"]);
});

test("the mail of an offer that is still queued when its date is cancelled is not sent", async () => {
  const on = await twoDates();
  const key = await on.wait(1, { eventDateId: on.first });
  await on.release(0);
  const offer = (await on.entry(key)).offer?.key ?? "";
  assert.ok(await startOfferMail(db, offer, 1800));
  await db.query(`UPDATE event_date SET cancelled = true WHERE id = $1`, [on.first]);
  assert.equal(await startOfferMail(db, offer, 1800), undefined);
});

test("a moved date tells those who wait for it, who keep their place, and the entry says from when", async () => {
  const on = await twoDates();
  const waiting = await on.wait(1, { eventDateId: on.first });
  const other = await on.wait(1, { eventDateId: on.second });
  const [was] = await db.query<{ at: Date; local: string }>(
    `SELECT starts_at AS at, to_char(starts_local, 'YYYY-MM-DD"T"HH24:MI') AS local FROM event_date WHERE id = $1`,
    [on.first],
  );
  assert.ok((await on.change(on.first, { starts: { wallTime: "2099-11-30T18:00" } })).ok);
  assert.deepEqual(await on.told(), ["WAITING_LIST_MOVED waiting1"]);
  assert.deepEqual(await on.states(waiting, other), ["WAITING", "WAITING"]);
  assert.equal((await on.entry(waiting)).movedFrom?.getTime(), was?.at.getTime());
  assert.equal((await on.entry(other)).movedFrom, undefined);
});

test("who waits for any date of an event with one date hears of its move, with more dates not", async () => {
  const one = await soldOut(db, [1]);
  await one.holdLocked([0]);
  const waiting = await one.wait(1);
  const [only = 0] = one.onSale.dateIds;
  const move = { starts: { wallTime: "2099-11-30T18:00" } };
  assert.ok((await changeEventDate(one.runtime, one.caller, only, move, NOTICES)).ok);
  assert.equal((await one.messages()).filter(({ kind }) => kind === "WAITING_LIST_MOVED").length, 1);
  assert.ok((await one.entry(waiting)).movedFrom);

  const two = await twoDates();
  const other = await two.wait(1);
  assert.ok((await two.change(two.first, move)).ok);
  assert.deepEqual(await two.told(), []);
  assert.equal((await two.entry(other)).movedFrom, undefined);
});

test("an offer that was not used, and a date that is over, say so", async () => {
  const on = await twoDates();
  const unused = await on.wait(1, { eventDateId: on.first });
  const over = await on.wait(1, { eventDateId: on.second });
  await on.release(0);
  await on.lapseOffer(unused);
  await on.sweep();
  await db.query(
    `UPDATE event_date SET starts_at = now() - interval '3 hours', ends_at = now() - interval '1 hour' WHERE id = $1`,
    [on.second],
  );
  await forgetWaitingList(on.runtime);
  assert.deepEqual(
    [await on.entry(unused), await on.entry(over)].map(({ state, endedBy }) => [state, endedBy]),
    [
      ["EXPIRED", "OFFER"],
      ["EXPIRED", "OVER"],
    ],
  );
});
