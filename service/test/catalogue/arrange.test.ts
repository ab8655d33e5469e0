import assert from "node:assert/strict";
import test from "node:test";
import { findUser } from "#src/accounts/store/users.ts";
import { createEventDate } from "#src/catalogue/use-cases/event-dates.ts";
import type { Db } from "#src/platform/store/db.ts";
import { testRuntime } from "#test/runtime.ts";
import { type Answered, at, make, makeVenue, openShop, publish } from "#test/test-app.ts";

const { db, shop, promoter, stranger, reserve, close } = await openShop();
test.after(close);

const place = await makeVenue(promoter);
const { venue, stalls, balcony, whole, stallsOnly } = place;
const newEvent = (venueConfiguration = whole) => make(promoter, "/event", { name: "Ball", venue, venueConfiguration });
const newDate = (event: number, more: object = {}) =>
  make(promoter, "/eventDate", { event, eventStart: "06-12-2099T19:00", eventEnd: "06-12-2099T21:00", ...more });
const newType = (eventDate: number, venueSection: number) =>
  make(promoter, "/ticketType", { name: "Adult", eventDate, venueSection, price: 45 });
const put = (path: string, body: object) => promoter("PUT", path, body);

/** Returns "200", or the status, path and first words of the refusal. */
const said = ({ status, body }: Answered) =>
  status === 200 ? "fine" : `${status} ${Object(body).errors[0].path}: ${Object(body).messages[0].slice(0, 24)}`;
const OVERLAPS = "This date overlaps anoth";
const OUTSIDE = "The configuration lacks ";

test("refuses to move a date into the time of one with another configuration", async () => {
  const event = await newEvent();
  await newDate(event);
  const later = { eventStart: "07-12-2099T19:00", eventEnd: "07-12-2099T21:00", venueConfiguration: stallsOnly };
  const other = await newDate(event, later);
  const moved = await put(`/eventDate/${other}`, { eventStart: "06-12-2099T20:00" });
  assert.equal(said(moved), `400 eventStart: ${OVERLAPS}`);
  assert.equal(at(await promoter("GET", `/eventDate/${other}`), "startDate"), "2099-12-07T19:00:00.000+13:00");

  assert.equal(said(await put(`/eventDate/${other}`, { eventStart: "06-12-2099T21:00" })), "fine");
  const { body } = await promoter("GET", `/eventDate/${other}`);
  assert.deepEqual(
    [Object(body).startDate, Object(body).endDate],
    ["2099-12-06T21:00:00.000+13:00", "2099-12-06T23:00:00.000+13:00"],
  );
  const longer = await put(`/eventDate/${other}`, { eventEnd: "06-12-2099T20:59" });
  assert.equal(said(longer), "400 eventEnd: The end must be later th");
  const earlier = await put(`/eventDate/${other}`, { eventStart: "06-12-2099T20:59" });
  assert.equal(said(earlier), `400 eventStart: ${OVERLAPS}`);
  const both = { eventStart: "06-12-2099T20:00", venueConfiguration: whole };
  assert.equal(said(await put(`/eventDate/${other}`, both)), "fine");
  assert.equal(
    said(await put(`/eventDate/${other}`, { venueConfiguration: stallsOnly })),
    `400 venueConfiguration: ${OVERLAPS}`,
  );
});

test("gives the dates of an event its new configuration, with the stock rows of its sections only", async () => {
  const event = await newEvent();
  const [evening, own] = [
    await newDate(event),
    await newDate(event, {
      eventStart: "09-12-2099T19:00",
      eventEnd: "09-12-2099T20:00",
      venueConfiguration: stallsOnly,
    }),
  ];
  const type = await newType(evening, stalls);
  assert.equal(said(await put(`/event/${event}`, { venueConfiguration: stallsOnly, name: "Small ball" })), "fine");
  const configurationOf = async (date: number) =>
    at(await promoter("GET", `/eventDate/${date}`), "venueConfiguration", "id");
  assert.deepEqual([await configurationOf(evening), await configurationOf(own)], [stallsOnly, stallsOnly]);
  assert.equal(at(await promoter("GET", `/event/${event}`), "venueConfiguration", "id"), stallsOnly);
  const wrong = await promoter("POST", "/ticketType", {
    name: "x",
    eventDate: evening,
    venueSection: balcony,
    price: 1,
  });
  assert.equal(wrong.status, 400);

  assert.equal(said(await put(`/event/${event}`, { venueConfiguration: whole })), "fine");
  const above = await newType(evening, balcony);
  assert.equal(at(await promoter("GET", `/ticketType/${above}`), "available"), 5);
  assert.equal(at(await promoter("GET", `/ticketType/${type}`), "available"), 20);
  const back = await put(`/event/${event}`, { venueConfiguration: stallsOnly, name: "Never" });
  assert.equal(said(back), `400 venueConfiguration: ${OUTSIDE}`);
  assert.equal(at(await promoter("GET", `/event/${event}`), "name"), "Small ball");
  assert.equal(
    said(await put(`/eventDate/${evening}`, { venueConfiguration: stallsOnly })),
    `400 venueConfiguration: ${OUTSIDE}`,
  );
});

test("refuses a new configuration of an event that conflicts with a date that keeps its own", async () => {
  const event = await newEvent(stallsOnly);
  await newDate(event);
  const own = { eventStart: "06-12-2099T21:00", eventEnd: "06-12-2099T23:00", venueConfiguration: whole };
  const late = await newDate(event, own);
  await put(`/event/${event}`, { venueConfiguration: whole });
  assert.equal(said(await put(`/eventDate/${late}`, { eventStart: "06-12-2099T20:00" })), "fine");
  const third = await make(promoter, "/venueConfiguration", { venue, name: "Alone", venueSections: [balcony] });
  assert.equal(
    said(await put(`/eventDate/${late}`, { venueConfiguration: third })),
    `400 venueConfiguration: ${OVERLAPS}`,
  );
});

test("changes a configuration's sections on all its dates ahead, except a section with a ticket type", async () => {
  const shape = await make(promoter, "/venueConfiguration", { venue, name: "Shape", venueSections: [stalls] });
  const date = await newDate(await newEvent(shape));
  assert.equal(said(await put(`/venueConfiguration/${shape}`, { venueSections: [stalls, balcony] })), "fine");
  const type = await newType(date, balcony);
  assert.equal(at(await promoter("GET", `/ticketType/${type}`), "available"), 5);
  assert.equal(
    said(await put(`/venueConfiguration/${shape}`, { venueSections: [stalls], name: "x" })),
    `400 venueSections: ${OUTSIDE}`,
  );
  assert.equal(at(await promoter("GET", `/venueConfiguration/${shape}`), "name"), "Shape");
  assert.equal(said(await put(`/venueConfiguration/${shape}`, { venueSections: [balcony] })), "fine");
  const open = await db.query(
    `SELECT venue_section_id AS id FROM stock WHERE event_date_id = $1 AND venue_section_id IS NOT NULL`,
    [date],
  );
  assert.deepEqual(open, [{ id: balcony }]);
  const strange = (await makeVenue(promoter)).stalls;
  const refused = await put(`/venueConfiguration/${shape}`, { venueSections: [balcony, strange] });
  assert.equal(said(refused), "400 venueSections[1]: The section belongs to a");
});

test("changes a section's capacity on every date ahead, never below the places taken on one", async () => {
  const small = await makeVenue(promoter);
  const event = await make(promoter, "/event", { name: "x", venue: small.venue, venueConfiguration: small.whole });
  const [first, second] = [
    await newDate(event),
    await newDate(event, { eventStart: "07-12-2099T19:00", eventEnd: "07-12-2099T20:00" }),
  ];
  const [free, capped] = [
    await newType(first, small.stalls),
    await make(promoter, "/ticketType", {
      name: "Few",
      eventDate: second,
      venueSection: small.stalls,
      price: 1,
      maximumAllocation: 8,
    }),
  ];
  await publish(promoter, event);
  const key = at(await reserve(shop, { event, type: capped }, 6), "key");
  const left = async () => [
    at(await shop("GET", `/ticketType/${free}`), "available"),
    at(await shop("GET", `/ticketType/${capped}`), "available"),
  ];
  assert.deepEqual(await left(), [20, 2]);
  assert.equal(said(await put(`/venueSection/${small.stalls}`, { capacity: 30 })), "fine");
  assert.deepEqual(await left(), [30, 2]);
  assert.equal(
    said(await put(`/venueSection/${small.stalls}`, { capacity: 5, name: "x" })),
    "400 capacity: More than this number ar",
  );
  assert.equal(at(await shop("GET", `/venueSection/${small.stalls}`), "name"), "Stalls");
  assert.deepEqual(await left(), [30, 2]);
  assert.equal(said(await put(`/venueSection/${small.stalls}`, { capacity: 6, sortIdx: 4 })), "fine");
  assert.deepEqual(await left(), [6, 0]);
  await shop("DELETE", `/reservation/${key}`, {});
  assert.equal(said(await put(`/venueSection/${small.stalls}`, { capacity: 0 })), "fine");
});

/** Creates two conflicting dates concurrently. Returns for each whether it was refused. */
async function race(worldOf: (db: Db) => Db): Promise<readonly boolean[]> {
  const eventId = await newEvent();
  const caller = (await findUser(db, "promoter"))?.caller;
  assert.ok(caller);
  const runtime = testRuntime(worldOf(db));
  const hours = { startsLocal: "2099-12-06T19:00", endsLocal: "2099-12-06T21:00", doorsLocal: undefined };
  const more = { label: undefined, dateGroup: undefined, sortIdx: 0 };
  const both = [whole, stallsOnly].map((venueConfigurationId) =>
    createEventDate(runtime, caller, { eventId, venueConfigurationId, ...hours, ...more }),
  );
  return (await Promise.all(both)).map(({ ok }) => ok).toSorted();
}

test("creates exactly one of two conflicting dates that are requested concurrently", async () => {
  for (let round = 0; round < 10; round += 1) assert.deepEqual(await race((real) => real), [false, true]);
});

test("the control: without the lock on the event both are created", async () => {
  let looking = 2;
  const { promise: bothHaveLooked, resolve } = Promise.withResolvers<void>();
  const careless = (real: Db): Db => ({
    ...real,
    query: async (text, values) => {
      if (/FROM event WHERE id = \$1 FOR NO KEY UPDATE/.test(text)) return [];
      const rows = await real.query(text, values);
      if (/AS "isOver"/.test(text)) {
        looking -= 1;
        if (looking === 0) resolve();
        await bothHaveLooked;
      }
      return rows as never;
    },
    transaction: (work) => real.transaction((tx) => work(careless(tx))),
  });
  assert.deepEqual(await race(careless), [true, true]);
});

test("refuses the configuration of another venue or account", async () => {
  const [event, elsewhere, theirs] = [await newEvent(), await makeVenue(promoter), await makeVenue(stranger)];
  const date = await newDate(event);
  for (const [path, named] of [
    [`/event/${event}`, elsewhere.whole],
    [`/eventDate/${date}`, elsewhere.whole],
  ] as const) {
    assert.equal(
      said(await put(path, { venueConfiguration: named })),
      "400 venueConfiguration: The configuration belong",
    );
  }
  for (const path of [`/event/${event}`, `/eventDate/${date}`]) {
    assert.equal(said(await put(path, { venueConfiguration: theirs.whole })).slice(0, 22), "404 venueConfiguration");
  }
});

test("frees the time of a cancelled date, and reinstates it only while that time is free", async () => {
  const event = await make(promoter, "/event", { name: "Moved", venue, venueConfiguration: whole });
  const first = await make(promoter, "/eventDate", { event, eventStart: "07-12-2099T19:00" });
  assert.equal((await promoter("PUT", `/eventDate/${first}`, { cancelled: true })).status, 200);
  assert.equal((await promoter("PUT", `/eventDate/${first}`, { cancelled: false })).status, 200);
  await promoter("PUT", `/eventDate/${first}`, { cancelled: true });
  await make(promoter, "/eventDate", { event, venueConfiguration: stallsOnly, eventStart: "07-12-2099T20:00" });
  assert.equal((await promoter("PUT", `/eventDate/${first}`, { cancelled: false })).status, 400);
});
