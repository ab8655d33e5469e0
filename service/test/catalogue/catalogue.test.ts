import assert from "node:assert/strict";
import test from "node:test";
import { type Ask, make, makeVenue, openTestApp } from "#test/asking.ts";
import { testDatabase } from "#test/cluster.ts";
import { testWorld } from "#test/world.ts";

const { db, drop } = await testDatabase();
const { app, accountId, shop, promoter, stranger } = await openTestApp(testWorld(db));
test.after(async () => {
  await app.close();
  await drop();
});

const place = await makeVenue(promoter);

/** Creates a published event with one date far ahead and an adult ticket for the balcony. */
async function putOn(name: string) {
  const event = await make(promoter, "/event", { name, venue: place.venue, venueConfiguration: place.whole });
  const date = await make(promoter, "/eventDate", { event, eventStart: "04-12-2099T19:30" });
  const type = await make(promoter, "/ticketType", {
    ...{ name: "Adult", eventDate: date, venueSection: place.balcony, price: 45, fee: 2.5 },
  });
  assert.equal((await promoter("PUT", `/event/${event}/publish/true`)).status, 200);
  return { event, date, type };
}

async function field(ask: Ask, path: string, name: string): Promise<unknown> {
  return Reflect.get(Object((await ask("GET", path)).body), name);
}

test("returns created events to the public, with exact prices and the venue's time", async () => {
  const { event, date, type } = await putOn("Te Ao Mārama");
  const { body } = await shop("GET", `/event/${event}`);
  assert.deepEqual(body, {
    id: event,
    name: "Te Ao Mārama",
    description: "",
    ...{ heroImageUrl: null, heroImageAlt: null, ageLimit: null, refundPolicy: null },
    landingPageUrl: null,
    brandingLandingPageUrl: null,
    lowPrice: { amount: 47.5, currency: "NZD" },
    highPrice: { amount: 47.5, currency: "NZD" },
    account: { id: accountId, name: "The harbour account", link: `/v2/account/${accountId}` },
    venue: {
      ...{ id: place.venue, name: "The Playhouse", link: `/v2/venue/${place.venue}` },
      ...{ address: { city: "Nelson" }, timeZone: "Pacific/Auckland", mapUrl: null },
    },
    venueConfiguration: { id: place.whole, name: "Whole", link: `/v2/venueConfiguration/${place.whole}` },
    eventDates: [{ id: date, name: "Fri, 4 Dec 2099, 7:30 pm", link: `/v2/eventDate/${date}` }],
    saleStatus: "ON_SALE",
    firstDate: "2099-12-04T19:30:00.000+13:00",
    lastDate: "2099-12-04T19:30:00.000+13:00",
    tags: [],
    qrType: "B",
    published: true,
    cancelled: false,
    currency: "NZD",
    eventGroups: [],
  });

  const offering = await shop("GET", `/offering/${event}/PUBLIC?showSoldOut=true`);
  assert.deepEqual(Reflect.get(Object(offering.body), "groups")[0].pages[0].items, [
    {
      ...{ kind: "TICKET", sortIdx: 0, id: type, name: "Adult", description: "" },
      venueSection: { id: place.balcony, name: "Balcony", link: `/v2/venueSection/${place.balcony}` },
      ...{ price: { amount: 45, currency: "NZD" }, fee: { amount: 2.5, currency: "NZD" } },
      ...{ saleStatus: "ON_SALE", available: 5, held: 0, minimum: 1, maximum: 10, codeRequired: false },
    },
  ]);
  assert.equal(await field(shop, `/ticketType/${type}`, "maximumAllocation"), 5);
  assert.equal(await field(shop, `/eventDate/${date}`, "ticketsAvailable"), 5);
});

test("hides a draft from users who may not manage or sell at the box office", async () => {
  const event = await make(promoter, "/event", { name: "Secret", venue: place.venue, venueConfiguration: place.whole });
  assert.equal((await shop("GET", `/event/${event}`)).status, 404);
  assert.equal((await shop("GET", `/offering/${event}/PUBLIC`)).status, 404);
  assert.equal(await field(promoter, `/event/${event}`, "saleStatus"), "NOT_ON_SALE");
});

test("answers 404 for reading and changing resources of another account", async () => {
  const { event, date, type } = await putOn("Ours");
  const reads = [
    ...[`/account/${accountId}`, `/account/${accountId}/events`, `/account/${accountId}/allevents`],
    ...[`/account/${accountId}/venues`, `/account/${accountId}/eventSummaries`, "/user/1", `/event/${event}`],
    ...[`/event/${event}/detailed`, `/eventDate/${date}`, `/ticketType/${type}`, `/offering/${event}/PUBLIC`],
    ...[`/venue/${place.venue}`, `/venueSection/${place.stalls}`, `/venueConfiguration/${place.whole}`],
  ];
  for (const path of reads) assert.equal((await stranger("GET", path)).status, 404, path);

  const things = { event, eventDate: date, ticketType: type, venue: place.venue };
  const others = { venueSection: place.stalls, venueConfiguration: place.whole };
  for (const [thing, id] of Object.entries({ ...things, ...others })) {
    assert.equal(
      (await stranger("PUT", `/${thing}/${id}`, { name: "Theirs" })).status,
      thing === "eventDate" ? 400 : 404,
    );
  }
  const made = await stranger("POST", "/event", { name: "Theirs", venue: place.venue });
  assert.deepEqual([made.status, Reflect.get(Object(made.body), "errors")[0].path], [404, "venue"]);
  assert.equal((await stranger("PUT", `/event/${event}/publish/false`)).status, 404);
  assert.equal(await field(shop, `/event/${event}`, "name"), "Ours");
});

test("refuses a ticket type in a section outside its date's configuration", async () => {
  const event = await make(promoter, "/event", {
    name: "Small",
    venue: place.venue,
    venueConfiguration: place.stallsOnly,
  });
  const date = await make(promoter, "/eventDate", { event, eventStart: "05-12-2099T19:30" });
  const wrong = { name: "Adult", eventDate: date, venueSection: place.balcony, price: 45 };
  const refused = await promoter("POST", "/ticketType", wrong);
  assert.equal(refused.status, 400);
  assert.equal(Reflect.get(Object(refused.body), "errors")[0].path, "venueSection");
  await make(promoter, "/ticketType", { ...wrong, venueSection: place.stalls });
});

test("requires the same configuration of dates that overlap, and not of dates that touch", async () => {
  const event = await make(promoter, "/event", { name: "Twice", venue: place.venue, venueConfiguration: place.whole });
  await make(promoter, "/eventDate", { event, eventStart: "06-12-2099T19:00", eventEnd: "06-12-2099T21:00" });
  const other = { event, venueConfiguration: place.stallsOnly, eventEnd: "06-12-2099T23:00" };
  assert.equal((await promoter("POST", "/eventDate", { ...other, eventStart: "06-12-2099T20:59" })).status, 400);
  await make(promoter, "/eventDate", { ...other, eventStart: "06-12-2099T21:00" });
  await make(promoter, "/eventDate", { event, eventStart: "06-12-2099T20:00", eventEnd: "06-12-2099T20:30" });
});

test("frees the time of a cancelled date, and reinstates it only while that time is free", async () => {
  const event = await make(promoter, "/event", { name: "Moved", venue: place.venue, venueConfiguration: place.whole });
  const first = await make(promoter, "/eventDate", { event, eventStart: "07-12-2099T19:00" });
  assert.equal((await promoter("PUT", `/eventDate/${first}`, { cancelled: true })).status, 200);
  assert.equal((await promoter("PUT", `/eventDate/${first}`, { cancelled: false })).status, 200);
  await promoter("PUT", `/eventDate/${first}`, { cancelled: true });
  await make(promoter, "/eventDate", { event, venueConfiguration: place.stallsOnly, eventStart: "07-12-2099T20:00" });
  assert.equal((await promoter("PUT", `/eventDate/${first}`, { cancelled: false })).status, 400);
});

const wallTimes: readonly (readonly [zone: string, wall: string, instant: string | undefined])[] = [
  ["Europe/London", "28-03-2027T00:59", "2027-03-28T00:59:00.000+00:00"],
  ["Europe/London", "28-03-2027T01:30", undefined],
  ["Europe/London", "28-03-2027T02:00", "2027-03-28T02:00:00.000+01:00"],
  ["Europe/London", "31-10-2027T01:30", "2027-10-31T01:30:00.000+00:00"],
  ["America/New_York", "14-03-2027T02:30", undefined],
  ["America/New_York", "14-03-2027T03:00", "2027-03-14T03:00:00.000-04:00"],
  ["Asia/Kathmandu", "04-12-2027T19:30", "2027-12-04T19:30:00.000+05:45"],
  ["Australia/Lord_Howe", "03-10-2027T02:15", undefined],
  ["Australia/Lord_Howe", "03-10-2027T02:30", "2027-10-03T02:30:00.000+11:00"],
  ["Pacific/Auckland", "26-09-2027T02:59", undefined],
  ["Pacific/Chatham", "04-12-2027T19:30", "2027-12-04T19:30:00.000+13:45"],
];
for (const [zone, wall, instant] of wallTimes) {
  test(`P41: ${instant === undefined ? "refuses" : `converts to ${instant}`} the wall time ${wall} in ${zone}`, async () => {
    const { venue, whole } = await makeVenue(promoter, zone);
    const event = await make(promoter, "/event", { name: "On time", venue, venueConfiguration: whole });
    const answered = await promoter("POST", "/eventDate", { event, eventStart: wall });
    if (instant === undefined) {
      assert.equal(answered.status, 400);
      assert.match(JSON.stringify(answered.body), /clocks skip this time/);
    } else {
      const id = Reflect.get(Object(answered.body), "id");
      assert.equal(await field(promoter, `/eventDate/${id}`, "startDate"), instant);
    }
  });
}

test("changes the named fields and no others", async () => {
  const { event, type } = await putOn("Before");
  assert.equal(
    (await promoter("PUT", `/ticketType/${type}`, { price: 50.25, onSaleFrom: "01-12-2099T09:00" })).status,
    200,
  );
  assert.equal(await field(shop, `/ticketType/${type}`, "saleStatus"), "NOT_ON_SALE");
  assert.equal(await field(shop, `/ticketType/${type}`, "onSaleFrom"), "2099-12-01T09:00:00.000+13:00");
  assert.deepEqual(await field(shop, `/ticketType/${type}`, "fee"), { amount: 2.5, currency: "NZD" });
  assert.deepEqual(await field(shop, `/event/${event}`, "lowPrice"), { amount: 52.75, currency: "NZD" });
  assert.equal((await promoter("PUT", `/ticketType/${type}`, { onSaleFrom: null, closed: true })).status, 200);
  assert.equal(await field(shop, `/event/${event}`, "saleStatus"), "CLOSED");
  assert.equal((await promoter("PUT", `/event/${event}`, { cancelled: true, name: "After" })).status, 200);
  assert.equal(await field(shop, `/event/${event}`, "saleStatus"), "CANCELLED");
  assert.equal(await field(shop, `/event/${event}`, "name"), "After");
});

test("filters a list by words, day, venue and tag, in pages", async () => {
  const { event } = await putOn("Ōtepoti Nights");
  await promoter("PUT", `/event/${event}`, { tags: ["Jazz"] });
  const list = async (query: string) => {
    const { body, headers } = await shop("GET", `/account/${accountId}/eventSummaries?${query}`);
    return [Array.isArray(body) ? body.map(({ id }) => id) : body, headers["x-total-count"]];
  };
  assert.deepEqual(await list(`q=${encodeURIComponent("ōtepoti")}`), [[event], "1"]);
  assert.deepEqual(await list("tag=Jazz&from=2099-12-04&to=2099-12-04"), [[event], "1"]);
  assert.deepEqual(await list("tag=Jazz&from=2099-12-05"), [[], "0"]);
  assert.deepEqual(await list("tag=Jazz&venue=999999"), [[], "0"]);
  const [first, total] = await list("page=1&pageSize=1");
  const [second] = await list("page=2&pageSize=1");
  assert.notDeepEqual(first, second);
  assert.deepEqual(await list(`page=999&pageSize=1`), [[], total]);
});

test("allows changes of the catalogue with MANAGE only, and box-office offerings with BOX_OFFICE only", async () => {
  assert.equal((await shop("POST", "/venue", { name: "Mine", timeZone: "UTC" })).status, 403);
  const { event } = await putOn("Seen");
  assert.equal((await shop("GET", `/offering/${event}/BOX_OFFICE`)).status, 403);
  assert.equal((await promoter("GET", `/offering/${event}/BOX_OFFICE`)).status, 200);
  assert.equal((await promoter("GET", `/offering/${event}/LAYBY`)).status, 404);
});
