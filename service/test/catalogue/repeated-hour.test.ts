import assert from "node:assert/strict";
import test from "node:test";
import { type Answered, at, make, makeVenue, openShop, publishAnyway } from "#test/test-app.ts";

// Times that a venue's clocks show twice, and times that they skip.

const { db, shop, promoter, close } = await openShop();
test.after(close);

async function eventIn(timeZone: string) {
  const { venue, whole } = await makeVenue(promoter, timeZone);
  return make(promoter, "/event", { name: "Night", venue, venueConfiguration: whole });
}

const refusal = ({ status, body }: Answered) => [status, at({ status, body, headers: {} }, "errors", 0, "path")];
const hours = async (date: number) => {
  const answered = await promoter("GET", `/eventDate/${date}`);
  return [at(answered, "startDate"), at(answered, "endDate"), at(answered, "doors")];
};

/** In Auckland the clocks go back from 03:00 to 02:00 on 4 April 2027, and forward on 26 September. */
const FIRST = "2027-04-04T02:30:00.000+13:00";
const SECOND = "2027-04-04T02:30:00.000+12:00";

const chosen: readonly (readonly [written: string, instant: string])[] = [
  ["04-04-2027T02:30", SECOND],
  ["04-04-2027T02:30+13:00", FIRST],
  ["04-04-2027T02:30+12:00", SECOND],
  [FIRST, FIRST],
  ["2027-04-03T13:30:00Z", FIRST],
  ["2027-04-03T14:30:00Z", SECOND],
];
for (const [eventStart, instant] of chosen) {
  test(`P41: starts a date at ${eventStart}`, async () => {
    const event = await eventIn("Pacific/Auckland");
    const date = await make(promoter, "/eventDate", { event, eventStart, doors: "04-04-2027T01:00" });
    assert.equal((await hours(date))[0], instant);
    // A change of another field keeps the choice.
    assert.equal((await promoter("PUT", `/eventDate/${date}`, { eventEnd: "04-04-2027T05:00" })).status, 200);
    assert.deepEqual((await hours(date)).slice(0, 2), [instant, "2027-04-04T05:00:00.000+12:00"]);
    assert.equal((await promoter("PUT", `/eventDate/${date}`, { label: "Late" })).status, 200);
    assert.equal((await hours(date))[0], instant);
  });
}

test("a date can last from the first to the second of a repeated time, and move to it", async () => {
  const event = await eventIn("Pacific/Auckland");
  const date = await make(promoter, "/eventDate", { event, eventStart: FIRST, eventEnd: "04-04-2027T02:30+12:00" });
  assert.deepEqual((await hours(date)).slice(0, 2), [FIRST, SECOND]);
  const swapped = await promoter("PUT", `/eventDate/${date}`, { eventStart: SECOND, eventEnd: FIRST });
  assert.deepEqual(refusal(swapped), [400, "eventEnd"]);
  const moved = await promoter("PUT", `/eventDate/${date}`, { eventStart: SECOND, eventEnd: "04-04-2027T06:00" });
  assert.equal(moved.status, 200, JSON.stringify(moved.body));
  assert.equal((await hours(date))[0], SECOND);
});

test("P41: the names of two dates at a repeated time differ", async () => {
  const event = await eventIn("Pacific/Auckland");
  for (const eventStart of [FIRST, SECOND]) await make(promoter, "/eventDate", { event, eventStart });
  await publishAnyway(db, event);
  const { body } = await shop("GET", `/event/${event}/detailed`);
  const names = Object(body).eventDates.map(({ name }: { name: string }) => name);
  assert.equal(new Set(names).size, 2, JSON.stringify(names));
});

test("P41: a night over the change lasts seven hours", async () => {
  const event = await eventIn("Pacific/Auckland");
  const night = { event, eventStart: "03-04-2027T23:00", eventEnd: "04-04-2027T05:00" };
  const [start, end] = await hours(await make(promoter, "/eventDate", night));
  assert.equal((Date.parse(String(end)) - Date.parse(String(start))) / 3_600_000, 7);
});

const skipped = "26-09-2027T02:30";
const refused: readonly (readonly [hours: object, path: string])[] = [
  [{ eventStart: skipped }, "eventStart"],
  [{ eventStart: "25-09-2027T22:00", eventEnd: skipped }, "eventEnd"],
  [{ eventStart: "26-09-2027T04:00", doors: skipped }, "doors"],
  // The venue's clock never shows this: its offset then is another.
  [{ eventStart: "26-09-2027T02:30+12:00" }, "eventStart"],
  [{ eventStart: "04-04-2027T02:30+05:00" }, "eventStart"],
  [{ eventStart: "04-04-2027T02:30+25:00" }, "eventStart"],
];
for (const [given, path] of refused) {
  test(`P41: refuses ${JSON.stringify(given)}`, async () => {
    const event = await eventIn("Pacific/Auckland");
    assert.deepEqual(refusal(await promoter("POST", "/eventDate", { event, ...given })), [400, path]);
  });
}
