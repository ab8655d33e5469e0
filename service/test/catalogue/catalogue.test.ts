import assert from "node:assert/strict";
import test from "node:test";
import { type Ask, make, makeVenue, openTestApp } from "#test/asking.ts";
import { testDatabase } from "#test/cluster.ts";
import { testWorld } from "#test/world.ts";

const { db, drop } = await testDatabase();
const { app, accountId, shop, promoter } = await openTestApp(testWorld(db));
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
  ["Europe/London", "28-03-2027T01:30", undefined],
  ["Europe/London", "31-10-2027T01:30", "2027-10-31T01:30:00.000+00:00"],
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
