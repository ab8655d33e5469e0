import assert from "node:assert/strict";
import test from "node:test";
import { forgetChanges } from "#src/catalogue/use-cases/changes.ts";
import { expireReservations } from "#src/reservations/use-cases/release.ts";
import { testRuntime } from "#test/runtime.ts";
import { type Answered, at, BUYER, make, openShop } from "#test/test-app.ts";

const { db, accountId, shop, promoter, stranger, place, putOn, reserve, close } = await openShop();
test.after(close);

/** A second ticket type of the same section, which may be bought one by one. */
const OTHER_TYPE = { name: "Child", price: 20 };

type Row = {
  readonly kind: string;
  readonly event?: { readonly id: number; readonly name: string };
  readonly eventDate?: { readonly id: number };
};

async function since(cursor: unknown, ask = shop) {
  const answered = await ask("GET", cursor === undefined ? "/changes" : `/changes?since=${cursor}`);
  assert.equal(answered.status, 200, JSON.stringify(answered.body));
  return { rows: at(answered, "changes") as readonly Row[], next: String(at(answered, "next")) };
}

/** Returns the kind and the event of each change that a piece of work made. */
async function changedBy(work: () => Promise<{ readonly status: number } | number>) {
  const { next } = await since(undefined);
  const done = await work();
  if (typeof done !== "number") assert.equal(done.status, 200, JSON.stringify(done));
  return (await since(next)).rows.map(({ kind, event }) => `${kind} ${event?.id ?? "any"}`).sort();
}

test("lists each kind of change with its event", async () => {
  const { event, date, type } = await putOn();
  const group = await make(promoter, "/eventGroup", { name: "Season", events: [] });
  const field = { event, name: "From", label: "Where from?", inputType: "TEXT" };
  const put = (path: string, body?: object) => () => promoter("PUT", path, body);
  const post = (path: string, body: object) => () => make(promoter, path, body);
  const cases: readonly (readonly [work: () => Promise<{ readonly status: number } | number>, listed: string])[] = [
    [put(`/event/${event}`, { name: "The Storm" }), `EVENT ${event}`],
    [put(`/event/${event}`, { heroImageUrl: "https://pictures.example/storm.webp" }), `EVENT ${event}`],
    [put(`/event/${event}`, { waitingRoom: true }), `EVENT ${event}`],
    [put(`/eventDate/${date}`, { eventStart: "05-12-2099T19:30" }), `EVENT_DATE ${event}`],
    [put(`/eventDate/${date}`, { label: "Last night" }), `EVENT_DATE ${event}`],
    [put(`/ticketType/${type}`, { price: 50 }), `TICKET_TYPE ${event}`],
    [put(`/ticketType/${type}`, { onSaleFrom: "04-12-2098T19:30" }), `TICKET_TYPE ${event}`],
    [put(`/ticketType/${type}`, { maximumAllocation: 3 }), `TICKET_TYPE ${event}`],
    [post("/additionalField", field), `FIELD ${event}`],
    [post("/offeringCopy", { event, text: "Doors at seven." }), `COPY ${event}`],
    [post("/discount", { name: "Ours", kind: "PER_TICKET", percentage: 10, events: [event] }), "DISCOUNT any"],
    [put(`/eventGroup/${group}`, { name: "Summer", events: [event] }), "EVENT_GROUP any"],
    [put(`/account/${accountId}`, { name: "Harbour" }), "ACCOUNT any"],
    [put(`/eventDate/${date}`, { cancelled: true }), `EVENT_DATE ${event}`],
    [put(`/eventDate/${date}`, { cancelled: false }), `EVENT_DATE ${event}`],
    [put(`/event/${event}/publish/false`), `EVENT ${event}`],
    [put(`/event/${event}/publish/true`), `EVENT ${event}`],
  ];
  for (const [at, [work, listed]] of cases.entries()) {
    const found = await changedBy(work);
    assert.ok(found.includes(listed), `${at}: ${listed} is not in ${found}`);
  }
  const ofVenue = await changedBy(put(`/venue/${place.venue}`, { name: "The Barn" }));
  assert.ok(ofVenue.includes(`VENUE ${event}`), ofVenue.join());
  const ofSection = await changedBy(put(`/venueSection/${place.stalls}`, { name: "Floor" }));
  assert.ok(ofSection.includes(`VENUE ${event}`), ofSection.join());
});

test("says to the shop whether an event has a waiting room, which is off at first", async () => {
  const { event } = await putOn();
  const shown = async () => {
    const list = (await shop("GET", `/account/${accountId}/eventSummaries`)).body;
    const summary = (list as readonly { id: number; waitingRoom: boolean }[]).find(({ id }) => id === event);
    return [at(await shop("GET", `/event/${event}/detailed`), "waitingRoom"), summary?.waitingRoom];
  };
  assert.deepEqual(await shown(), [false, false]);
  assert.equal((await shop("PUT", `/event/${event}`, { waitingRoom: true })).status, 403);
  await promoter("PUT", `/event/${event}`, { waitingRoom: true });
  assert.deepEqual(await shown(), [true, true]);
});

test("names the date of a change of one, and none for several", async () => {
  const { event, date } = await putOn();
  const { next } = await since(undefined);
  await promoter("PUT", `/eventDate/${date}`, { label: "First night" });
  const [one] = (await since(next)).rows;
  assert.deepEqual([one?.event?.name, one?.eventDate?.id], ["The Tempest", date]);
  await make(promoter, "/eventDate", { event, eventStart: "06-12-2099T19:30" });
  const dates = (await since(next)).rows.filter(({ kind }) => kind === "EVENT_DATE");
  assert.deepEqual(
    dates.map(({ eventDate }) => eventDate),
    [undefined],
  );
});

test("lists no sale, no draft and nothing of another account", async () => {
  const on = await putOn();
  const draft = await make(promoter, "/event", { name: "Secret", venue: place.venue, venueConfiguration: place.whole });
  const { next: theirs } = await since(undefined, stranger);
  const listed = await changedBy(async () => {
    await promoter("PUT", `/event/${draft}`, { name: "Still secret" });
    await make(promoter, "/eventDate", { event: draft, eventStart: "04-12-2099T19:30" });
    const sold = await reserve(promoter, on, 2);
    await promoter("POST", `/reservation/${at(sold, "key")}/lock`, BUYER);
    return promoter("POST", `/reservation/${at(sold, "key")}/payment`, { amounts: { CASH: 95 } });
  });
  assert.deepEqual(listed, []);
  await promoter("PUT", `/event/${on.event}`, { name: "Ours" });
  assert.deepEqual((await since(theirs, stranger)).rows, []);
});

test("lists an event of which a ticket type is sold out or on sale again, and no other sale", async () => {
  const on = await putOn({ venueSection: place.balcony, minimumPerOrder: 2 });
  const other = await make(promoter, "/ticketType", { ...OTHER_TYPE, eventDate: on.date, venueSection: place.balcony });
  const ofOther = { ...on, type: other };
  const keyOf = (answered: Answered) => String(at(answered, "key"));
  const listed = async (work: () => Promise<Answered>) => {
    const { next } = await since(undefined);
    const done = await work();
    const rows = (await since(next)).rows.map(({ kind, event, eventDate }) => [kind, event?.id, eventDate?.id]);
    return { key: keyOf(done), rows };
  };
  const soldOutOrBack = [["AVAILABILITY", on.event, on.date]];

  const two = await listed(() => reserve(shop, on, 2));
  assert.deepEqual(two.rows, []);
  // Three of five places are left in the section, then one: too few for an order of the first type.
  const four = await listed(() => reserve(shop, ofOther, 2));
  assert.deepEqual(four.rows, soldOutOrBack);
  const last = await listed(() => reserve(shop, ofOther, 1));
  assert.deepEqual(last.rows, soldOutOrBack);
  assert.deepEqual((await listed(() => shop("DELETE", `/reservation/${last.key}`))).rows, soldOutOrBack);

  await db.query("UPDATE sale SET expires_at = now() WHERE key = $1", [four.key]);
  const { next } = await since(undefined);
  await expireReservations(testRuntime(db));
  assert.deepEqual(
    (await since(next)).rows.map(({ kind, event }) => [kind, event?.id]),
    [["AVAILABILITY", on.event]],
  );
});

test("the name of an event that is withdrawn is not listed", async () => {
  const { event } = await putOn();
  const { next } = await since(undefined);
  await promoter("PUT", `/event/${event}/publish/false`);
  await promoter("PUT", `/event/${event}`, { name: "Secret again" });
  const names = (await since(next)).rows.map((row) => row.event?.name);
  assert.deepEqual([...new Set(names)], [""]);
});

test("a change that commits after a later one was read is listed by the next cursor", async () => {
  const early = await putOn();
  const late = await putOn();
  const { next } = await since(undefined);
  const read: string[] = [];
  let cursor = next;
  const readOn = async () => {
    const { rows, next } = await since(cursor);
    read.push(...rows.map(({ event }) => String(event?.id)));
    cursor = next;
  };
  await db.transaction(async (tx) => {
    await tx.query("UPDATE event SET name = 'Early' WHERE id = $1", [early.event]);
    await promoter("PUT", `/event/${late.event}`, { name: "Late" });
    await readOn();
    assert.deepEqual([...new Set(read)], [String(late.event)]);
  });
  await readOn();
  assert.ok(read.includes(String(early.event)));
  // Both have been read once all is quiet.
  read.length = 0;
  await readOn();
  await readOn();
  assert.deepEqual(read, []);
});

test("a cursor that is too old, or of a database from before a restore, lists everything as changed", async () => {
  const [transaction = "", readAt] = (await since(undefined)).next.split(".");
  const kinds = async (cursor: string) => (await since(cursor)).rows.map(({ kind }) => kind);
  assert.deepEqual(await kinds(`${transaction}.${Number(readAt) - 3_600}`), ["EVERYTHING"]);
  assert.deepEqual(await kinds(`${Number(transaction) + 1_000_000}.${readAt}`), ["EVERYTHING"]);
  assert.deepEqual(await kinds(`${transaction}.${readAt}`), []);
  for (const cursor of ["yesterday", "0648275.1"]) {
    const refused = await shop("GET", `/changes?since=${cursor}`);
    assert.deepEqual([refused.status, at(refused, "errors", 0, "path")], [400, "since"]);
  }
});

test("changes are deleted after an hour", async () => {
  await putOn();
  const count = async () => (await db.query("SELECT FROM catalogue_change")).length;
  await forgetChanges(testRuntime(db));
  assert.ok((await count()) > 0);
  await db.query("UPDATE catalogue_change SET at = at - interval '1 hour 1 second'");
  await forgetChanges(testRuntime(db));
  assert.equal(await count(), 0);
});
