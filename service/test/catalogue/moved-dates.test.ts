import assert from "node:assert/strict";
import test from "node:test";
import { findUser } from "#src/accounts/store/users.ts";
import { changeEvent } from "#src/catalogue/use-cases/events.ts";
import type { Db } from "#src/platform/store/db.ts";
import { testRuntime } from "#test/runtime.ts";
import { at, make, makeVenue, openShop, publish, publishAnyway } from "#test/test-app.ts";

const { db, shop, promoter, reserve, close } = await openShop();
test.after(close);

const AHEAD = { eventStart: "04-12-2099T19:30" };

/** Creates a past date in the stalls only, with one ticket type of their capacity and one of at most fifteen. */
async function over() {
  const place = await makeVenue(promoter);
  const { venue, stalls, stallsOnly } = place;
  const event = await make(promoter, "/event", { name: "Postponed", venue, venueConfiguration: stallsOnly });
  const date = await make(promoter, "/eventDate", { event, eventStart: "04-12-2020T19:30" });
  const sell = (name: string, more: object = {}) =>
    make(promoter, "/ticketType", { name, eventDate: date, venueSection: stalls, price: 30, ...more });
  const types = { all: await sell("All"), few: await sell("Few", { maximumAllocation: 15 }) };
  await publishAnyway(db, event);
  return { ...place, event, date, sell, ...types };
}

const left = async (type: number) => at(await promoter("GET", `/ticketType/${type}`), "available");
const most = async (type: number) => at(await promoter("GET", `/ticketType/${type}`), "maximumAllocation");

test("gives a past date that moves ahead the present capacity of its section", async () => {
  const { event, date, all, few, stalls } = await over();
  // Changes of capacity skip past dates.
  assert.equal((await promoter("PUT", `/venueSection/${stalls}`, { capacity: 7 })).status, 200);
  assert.deepEqual([await left(all), await most(all)], [20, 20]);

  assert.equal((await promoter("PUT", `/eventDate/${date}`, AHEAD)).status, 200);
  assert.deepEqual([await left(all), await left(few), await most(all), await most(few)], [7, 7, 7, 15]);
  assert.equal(at(await reserve(shop, { event, type: all }, 8), "errors", 0, "left"), 7);
  assert.equal(at(await reserve(shop, { event, type: few }, 7), "successful"), true);
});

test("keeps sold tickets of a moved date, and sells no more until places are free", async () => {
  const { event, date, all, stalls } = await over();
  await db.query("UPDATE stock SET taken = 9 WHERE event_id = $1 AND (venue_section_id = $2 OR ticket_type_id = $3)", [
    event,
    stalls,
    all,
  ]);
  await promoter("PUT", `/venueSection/${stalls}`, { capacity: 7 });
  assert.equal((await promoter("PUT", `/eventDate/${date}`, AHEAD)).status, 200);
  assert.equal(await left(all), 0);
  assert.equal(at(await reserve(shop, { event, type: all }, 1), "errors", 0, "code"), "SOLD_OUT");
  const [section] = await db.query("SELECT capacity, taken FROM stock WHERE event_id = $1 AND venue_section_id = $2", [
    event,
    stalls,
  ]);
  assert.deepEqual(section, { capacity: 9, taken: 9 });
});

test("gives the dates the later of two configurations that are set concurrently", async () => {
  const { venue, stalls, stallsOnly, whole } = await makeVenue(promoter);
  const shape = await make(promoter, "/venueConfiguration", { venue, name: "Shape", venueSections: [stalls] });
  const event = await make(promoter, "/event", { name: "Ball", venue, venueConfiguration: whole });
  const date = await make(promoter, "/eventDate", { event, ...AHEAD });
  const caller = (await findUser(db, "promoter"))?.caller;
  assert.ok(caller);

  let other: Promise<unknown> | undefined;
  // The concurrent change has committed when this one gets the lock of the event.
  const late = (real: Db): Db => ({
    ...real,
    query: async (text, values) => {
      if (/FROM event WHERE id = \$1 FOR NO KEY UPDATE/.test(text)) {
        other ??= changeEvent(testRuntime(db), caller, event, { venueConfigurationId: stallsOnly });
        await other;
      }
      return real.query(text, values);
    },
    transaction: (work) => real.transaction((tx) => work(late(tx))),
  });
  const outcome = await changeEvent(testRuntime(late(db)), caller, event, { venueConfigurationId: shape });
  assert.equal(outcome.ok, true);
  assert.deepEqual(await other, { ok: true });
  assert.equal(at(await promoter("GET", `/event/${event}`), "venueConfiguration", "id"), shape);
  assert.equal(at(await promoter("GET", `/eventDate/${date}`), "venueConfiguration", "id"), shape);
});

const POLICY = { untilHoursBefore: 48, percentage: 100, keepsFee: true };

/** Creates a date with these fields of an event, and returns both. */
async function withDate(more: object) {
  const { venue, whole } = await makeVenue(promoter);
  const event = await make(promoter, "/event", { name: "The Tempest", venue, venueConfiguration: whole });
  const eventDate = await make(promoter, "/eventDate", { event, eventStart: "04-12-2099T19:30", ...more });
  await publishAnyway(db, event);
  return { event, eventDate };
}

/** Returns the paths of the refused fields. */
async function refusedPaths(method: "POST" | "PUT", path: string, body: object): Promise<readonly string[]> {
  const refused = await promoter(method, path, body);
  assert.equal(refused.status, 400, JSON.stringify(body));
  return (at(refused, "errors") as readonly { path: string }[]).map(({ path }) => path);
}

test("refuses a refund policy that is incomplete or out of range", async () => {
  const { event } = await withDate({});
  const policies = [
    { ...POLICY, percentage: 101 },
    { percentage: 100, keepsFee: true },
  ];
  for (const refundPolicy of policies) {
    const [path = ""] = await refusedPaths("PUT", `/event/${event}`, { refundPolicy });
    assert.match(path, /^refundPolicy\./);
  }
  assert.deepEqual(await refusedPaths("PUT", `/event/${event}`, { ageLimit: "x".repeat(101) }), ["ageLimit"]);
});

test("returns the time of the doors in the venue's time, and moves it with the start", async () => {
  const { eventDate } = await withDate({ doors: "04-12-2099T18:45" });
  const doors = async () => at(await shop("GET", `/eventDate/${eventDate}`), "doors");
  assert.equal(await doors(), "2099-12-04T18:45:00.000+13:00");
  await promoter("PUT", `/eventDate/${eventDate}`, { eventStart: "05-12-2099T20:00" });
  assert.equal(await doors(), "2099-12-05T19:15:00.000+13:00");
  await promoter("PUT", `/eventDate/${eventDate}`, { label: "Last night" });
  assert.equal(await doors(), "2099-12-05T19:15:00.000+13:00");
  await promoter("PUT", `/eventDate/${eventDate}`, { doors: "05-12-2099T19:30" });
  assert.equal(await doors(), "2099-12-05T19:30:00.000+13:00");
  await promoter("PUT", `/eventDate/${eventDate}`, { doors: null });
  assert.equal(await doors(), null);
});

test("refuses doors after the start, more than a day before it, and at a time that the clocks skip", async () => {
  const { event, eventDate } = await withDate({});
  const created = (doors: string) =>
    refusedPaths("POST", "/eventDate", { event, eventStart: "04-12-2099T19:30", doors });
  assert.deepEqual(await created("04-12-2099T19:31"), ["doors"]);
  assert.deepEqual(await created("03-12-2099T19:29"), ["doors"]);
  assert.deepEqual(await refusedPaths("PUT", `/eventDate/${eventDate}`, { doors: "05-12-2099T10:00" }), ["doors"]);
  const skipped = { event, eventStart: "27-09-2099T04:00", doors: "27-09-2099T02:30" };
  assert.deepEqual(await refusedPaths("POST", "/eventDate", skipped), ["doors"]);
});

test("an offering has the start from before the last move of an announced date", async () => {
  const place = await makeVenue(promoter);
  const event = await make(promoter, "/event", { name: "Moved", venue: place.venue, venueConfiguration: place.whole });
  const date = await make(promoter, "/eventDate", { event, ...AHEAD });
  await make(promoter, "/ticketType", { name: "Adult", eventDate: date, venueSection: place.stalls, price: 30 });
  const move = (eventStart: string) => promoter("PUT", `/eventDate/${date}`, { eventStart });
  const previous = async () =>
    at(await shop("GET", `/offering/${event}/PUBLIC?showSoldOut=true`), "groups", 0, "previousStartDate");

  await move("05-12-2099T19:30");
  await publish(promoter, event);
  assert.equal(await previous(), undefined, "a draft is not announced");
  await promoter("PUT", `/eventDate/${date}`, { eventEnd: "05-12-2099T22:00" });
  assert.equal(await previous(), undefined);
  await promoter("PUT", `/eventDate/${date}`, { eventStart: "06-12-2099T19:30", eventEnd: "06-12-2099T22:00" });
  assert.equal(await previous(), "2099-12-05T19:30:00.000+13:00");
  assert.equal(
    at(await shop("GET", `/offering/${event}/PUBLIC`), "groups", 0, "endDate"),
    "2099-12-06T22:00:00.000+13:00",
  );
});
