import assert from "node:assert/strict";
import test from "node:test";
import { make, makeVenue, openTestApp } from "#test/asking.ts";
import { testDatabase } from "#test/cluster.ts";
import { testWorld } from "#test/world.ts";

const { db, drop } = await testDatabase();
const { app, shop, promoter } = await openTestApp(testWorld(db));
test.after(async () => {
  await app.close();
  await drop();
});

const { venue, whole } = await makeVenue(promoter);
const POLICY = { untilHoursBefore: 48, percentage: 100, keepsFee: true };

async function putOn(facts: object, date: object) {
  const event = await make(promoter, "/event", { name: "The Tempest", venue, venueConfiguration: whole, ...facts });
  const eventDate = await make(promoter, "/eventDate", { event, eventStart: "04-12-2099T19:30", ...date });
  await promoter("PUT", `/event/${event}/publish/true`);
  return { event, eventDate };
}

/** Returns these fields of the answer to a GET by the public. */
async function read(path: string, names: readonly string[]) {
  const { body } = await shop("GET", path);
  return Object.fromEntries(names.map((name) => [name, Reflect.get(Object(body), name)]));
}

/** Returns the paths of the refused fields. */
async function refusedPaths(method: "POST" | "PUT", path: string, body: object): Promise<readonly string[]> {
  const { status, body: refused } = await promoter(method, path, body);
  assert.equal(status, 400, JSON.stringify(body));
  return Reflect.get(Object(refused), "errors").map(({ path }: { path: string }) => path);
}

test("refuses a refund policy that is incomplete or out of range", async () => {
  const { event } = await putOn({}, {});
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
  const { eventDate } = await putOn({}, { doors: "04-12-2099T18:45" });
  const doors = async () => (await read(`/eventDate/${eventDate}`, ["doors"])).doors;
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
  const { event, eventDate } = await putOn({}, {});
  const created = (doors: string) =>
    refusedPaths("POST", "/eventDate", { event, eventStart: "04-12-2099T19:30", doors });
  assert.deepEqual(await created("04-12-2099T19:31"), ["doors"]);
  assert.deepEqual(await created("03-12-2099T19:29"), ["doors"]);
  assert.deepEqual(await refusedPaths("PUT", `/eventDate/${eventDate}`, { doors: "05-12-2099T10:00" }), ["doors"]);
  const skipped = { event, eventStart: "27-09-2099T04:00", doors: "27-09-2099T02:30" };
  assert.deepEqual(await refusedPaths("POST", "/eventDate", skipped), ["doors"]);
});
