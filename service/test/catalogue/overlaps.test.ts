import assert from "node:assert/strict";
import test from "node:test";
import { findUser } from "#src/accounts/store/users.ts";
import { changeVenueConfiguration, changeVenueSection } from "#src/catalogue/use-cases/venues.ts";
import type { Db } from "#src/platform/store/db.ts";
import { testRuntime } from "#test/runtime.ts";
import { type Answered, at, make, openShop } from "#test/test-app.ts";

const { db, shop, promoter, stranger, place: elsewhere, close } = await openShop();
test.after(close);

/** Creates a venue with a ballroom that divides into an east and a west room, and a balcony. */
async function makeRooms() {
  const venue = await make(promoter, "/venue", { name: "The Assembly Rooms", timeZone: "Pacific/Auckland" });
  const section = (name: string, more: object = {}) =>
    make(promoter, "/venueSection", { venue, name, capacity: 20, ...more });
  const [east, west, balcony] = [await section("East"), await section("West"), await section("Balcony")];
  const ballroom = await section("Ballroom", { overlaps: [east, west] });
  return { venue, ballroom, east, west, balcony };
}

const overlapsOf = async (section: number) => at(await shop("GET", `/venueSection/${section}`), "overlaps");
const sectionsOf = async (configuration: number) => {
  const { body } = await shop("GET", `/venueConfiguration/${configuration}`);
  return Object(body).venueSections.map(({ id }: { id: number }) => id);
};
const configure = (venue: number, venueSections: readonly number[]) =>
  promoter("POST", "/venueConfiguration", { venue, name: "All three", venueSections });
const put = (path: string, body: object) => promoter("PUT", path, body);

function assertOverlap(refused: Answered, path: string, ...names: readonly RegExp[]): void {
  assert.equal(refused.status, 400, JSON.stringify(refused.body));
  assert.deepEqual([at(refused, "errors", 0, "code"), at(refused, "errors", 0, "path")], ["OVERLAP", path]);
  for (const name of names) assert.match(String(at(refused, "messages", 0)), name);
}

test("reads an overlap from both of its sections, and replaces and ends it from either", async () => {
  const { ballroom, east, west, balcony } = await makeRooms();
  assert.deepEqual(await overlapsOf(ballroom), [east, west]);
  assert.deepEqual([await overlapsOf(east), await overlapsOf(balcony)], [[ballroom], []]);
  assert.equal((await put(`/venueSection/${west}`, { overlaps: [balcony, balcony] })).status, 200);
  assert.deepEqual([await overlapsOf(ballroom), await overlapsOf(balcony)], [[east], [west]]);
  assert.equal((await put(`/venueSection/${west}`, { name: "West room" })).status, 200);
  assert.deepEqual(await overlapsOf(west), [balcony]);
  assert.equal((await put(`/venueSection/${west}`, { overlaps: [] })).status, 200);
  assert.deepEqual([await overlapsOf(west), await overlapsOf(balcony)], [[], []]);
});

test("refuses a new configuration with sections that share their floor, and names every pair", async () => {
  const { venue, ballroom, east, west, balcony } = await makeRooms();
  const refused = await configure(venue, [balcony, ballroom, east, west]);
  const named = (name: string, id: number) => `${name} \\(${id}\\)`;
  const pairs = [east, west].map((room) => [named("Ballroom", ballroom), named(room === east ? "East" : "West", room)]);
  assertOverlap(refused, "venueSections[2]", ...pairs.map(([one, other]) => new RegExp(`${one} and ${other}`)));
  assert.deepEqual(at(await shop("GET", `/venue/${venue}`), "venueConfigurations"), []);
  assert.equal((await configure(venue, [balcony, east, west])).status, 200);
  assert.equal((await configure(venue, [balcony, ballroom])).status, 200);
});

test("refuses to change a configuration so that it has both, and leaves it as it was", async () => {
  const { venue, ballroom, east, west } = await makeRooms();
  const rooms = await make(promoter, "/venueConfiguration", { venue, name: "Rooms", venueSections: [east, west] });
  const refused = await put(`/venueConfiguration/${rooms}`, { name: "x", venueSections: [east, west, ballroom] });
  assertOverlap(refused, "venueSections[2]", /Ballroom/, /East/, /West/);
  assert.deepEqual(await sectionsOf(rooms), [east, west]);
  assert.equal(at(await shop("GET", `/venueConfiguration/${rooms}`), "name"), "Rooms");
  assert.equal((await put(`/venueConfiguration/${rooms}`, { venueSections: [ballroom] })).status, 200);
});

test("refuses an overlap of sections that a configuration has both of, names it, and changes nothing", async () => {
  const { venue, ballroom, balcony } = await makeRooms();
  await make(promoter, "/venueConfiguration", { venue, name: "Dance", venueSections: [ballroom, balcony] });
  const refused = await put(`/venueSection/${balcony}`, { name: "x", capacity: 1, overlaps: [ballroom] });
  assertOverlap(refused, "overlaps[0]", /Ballroom/, /Balcony/, /Dance/);
  const section = await shop("GET", `/venueSection/${balcony}`);
  assert.deepEqual([at(section, "name"), at(section, "capacity"), at(section, "overlaps")], ["Balcony", 20, []]);
});

test("refuses an overlap with itself and with sections of another venue or account", async () => {
  const { venue, east } = await makeRooms();
  const theirs = await make(stranger, "/venue", { name: "Theirs", timeZone: "Pacific/Auckland" });
  const foreign = await make(stranger, "/venueSection", { venue: theirs, name: "Hall", capacity: 5 });
  for (const section of [elsewhere.stalls, foreign, 2 ** 40]) {
    const refusals = [
      await put(`/venueSection/${east}`, { overlaps: [section] }),
      await promoter("POST", "/venueSection", { venue, name: "New", capacity: 5, overlaps: [section] }),
    ];
    for (const refused of refusals) {
      assert.deepEqual([refused.status, at(refused, "errors", 0, "path")], [400, "overlaps[0]"]);
    }
  }
  const itself = await put(`/venueSection/${east}`, { overlaps: [east] });
  assert.deepEqual([itself.status, at(itself, "errors", 0, "path")], [400, "overlaps[0]"]);
});

test("no date sells sections that share their floor: neither its own nor the event's configuration has both", async () => {
  const { venue, ballroom, east, west } = await makeRooms();
  const dance = await make(promoter, "/venueConfiguration", { venue, name: "Dance", venueSections: [ballroom] });
  const rooms = await make(promoter, "/venueConfiguration", { venue, name: "Rooms", venueSections: [east, west] });
  const event = await make(promoter, "/event", { name: "Ball", venue, venueConfiguration: dance });
  const eventDate = await make(promoter, "/eventDate", { event, eventStart: "04-12-2099T19:30" });
  const sell = (venueSection: number) =>
    promoter("POST", "/ticketType", { name: "Adult", eventDate, venueSection, price: 45 });
  assert.equal((await sell(ballroom)).status, 200);
  assert.deepEqual([(await sell(east)).status, (await sell(west)).status], [400, 400]);
  const atOnce = { event, venueConfiguration: rooms, eventStart: "04-12-2099T20:00" };
  assert.equal((await promoter("POST", "/eventDate", atOnce)).status, 400);
  assert.equal((await put(`/eventDate/${eventDate}`, { venueConfiguration: rooms })).status, 400);
  assert.equal((await put(`/event/${event}`, { venueConfiguration: rooms })).status, 400);
  assertOverlap(await put(`/venueConfiguration/${dance}`, { venueSections: [ballroom, east] }), "venueSections[1]");
});

/** Adds the overlap and the section to the configuration concurrently. Returns for each whether it was made. */
async function race(worldOf: (db: Db) => Db): Promise<readonly boolean[]> {
  const { venue, east, balcony } = await makeRooms();
  const id = await make(promoter, "/venueConfiguration", { venue, name: "Rooms", venueSections: [east] });
  const caller = (await findUser(db, "promoter"))?.caller;
  assert.ok(caller);
  const runtime = testRuntime(worldOf(db));
  const both = [
    changeVenueSection(runtime, caller, balcony, { overlaps: [east] }),
    changeVenueConfiguration(runtime, caller, id, { sectionIds: [east, balcony] }),
  ];
  return (await Promise.all(both)).map(({ ok }) => ok).toSorted();
}

test("makes exactly one of an overlap and a configuration with both of its sections, when asked for concurrently", async () => {
  for (let round = 0; round < 10; round += 1) assert.deepEqual(await race((real) => real), [false, true]);
});

test("the control: without the lock on the venue both are made", async () => {
  let looking = 2;
  const { promise: bothHaveLooked, resolve } = Promise.withResolvers<void>();
  const careless = (real: Db): Db => ({
    ...real,
    query: async (text, values) => {
      if (/FROM venue WHERE id = \$1 FOR NO KEY UPDATE/.test(text)) return [];
      // Each has looked when it begins to write.
      if (/^DELETE FROM venue_(section_overlap|configuration_section)/.test(text)) {
        looking -= 1;
        if (looking === 0) resolve();
        await bothHaveLooked;
      }
      return real.query(text, values);
    },
    transaction: (work) => real.transaction((tx) => work(careless(tx))),
  });
  assert.deepEqual(await race(careless), [true, true]);
});
