import assert from "node:assert/strict";
import test from "node:test";
import { type Answered, at, make, openShop } from "#test/test-app.ts";

const { db, shop, promoter, stranger, addUser, place, close } = await openShop();
test.after(close);

const { venue, stalls, balcony, whole, stallsOnly } = place;
const AHEAD = "04-12-2099T19:30";
const LONG_AGO = "2020-01-01T09:00:00Z";

const newEvent = (more: object = {}) =>
  make(promoter, "/event", { name: "The Tempest", venue, venueConfiguration: whole, ...more });
const newDate = (event: number, more: object = {}) =>
  make(promoter, "/eventDate", { event, eventStart: AHEAD, ...more });
const newType = (eventDate: number, more: object = {}) =>
  make(promoter, "/ticketType", { name: "Adult", eventDate, venueSection: stalls, price: 45, ...more });
const publish = (event: number, on = true) => promoter("PUT", `/event/${event}/publish/${on}`);
const publishable = (event: number) => promoter("GET", `/event/${event}/publishable`);
const isPublished = async (event: number) => at(await promoter("GET", `/event/${event}`), "published");

/** Returns path and code of each row. */
function rows(answered: Answered, field: "errors" | "warnings"): readonly string[] {
  assert.equal(answered.status, 200, JSON.stringify(answered.body));
  return Object(answered.body)[field].map(({ path, code }: Record<string, string>) => `${path} ${code}`);
}

/** Asserts that the event lacks exactly this, for both calls, that it stays a draft, and that buyers do not see it. */
async function assertLacks(event: number, ...lacks: readonly string[]): Promise<void> {
  const before = await publishable(event);
  assert.deepEqual(rows(before, "errors"), lacks);
  const answered = await publish(event);
  assert.deepEqual(answered.body, before.body);
  assert.equal(at(answered, "successful"), false);
  assert.equal((at(answered, "messages") as readonly string[]).length, lacks.length);
  assert.equal(await isPublished(event), false);
  assert.equal((await shop("GET", `/event/${event}`)).status, 404);
}

async function assertPublishes(event: number): Promise<void> {
  const before = await publishable(event);
  assert.deepEqual([at(before, "successful"), rows(before, "errors")], [true, []]);
  assert.equal(await isPublished(event), false);
  assert.deepEqual((await publish(event)).body, before.body);
  assert.equal((await shop("GET", `/event/${event}`)).status, 200);
}

test("refuses to publish an event without a date, and then without a ticket type", async () => {
  const event = await newEvent();
  await assertLacks(event, "eventDates REQUIRED", "ticketTypes REQUIRED");
  const date = await newDate(event);
  await assertLacks(event, "ticketTypes REQUIRED");
  await newType(date);
  await assertPublishes(event);
});

test("publishes free tickets: 0.00 is a price, and no ticket type lacks one", async () => {
  const event = await newEvent();
  const eventDate = await newDate(event);
  const unpriced = await promoter("POST", "/ticketType", { name: "Adult", eventDate, venueSection: stalls });
  assert.deepEqual([unpriced.status, at(unpriced, "errors", 0, "path")], [400, "price"]);
  const type = await newType(eventDate, { price: 0, fee: 0 });
  assert.equal((await promoter("PUT", `/ticketType/${type}`, { price: null })).status, 400);
  await assertPublishes(event);
});

const UNSALEABLE: readonly (readonly [what: string, type: object, lack: string])[] = [
  ["its sales are over", { onSaleTo: LONG_AGO }, "ticketTypes CLOSED"],
  ["its sales begin after its date", { onSaleFrom: "2100-01-01T09:00:00Z" }, "ticketTypes CLOSED"],
  ["it is closed", { closed: true }, "ticketTypes CLOSED"],
  ["it has no places", { maximumAllocation: 0 }, "ticketTypes NOT_ENOUGH"],
  ["it has fewer places than an order needs", { maximumAllocation: 1, minimumPerOrder: 2 }, "ticketTypes NOT_ENOUGH"],
];

for (const [what, more, lack] of UNSALEABLE) {
  test(`refuses to publish an event whose only ticket type cannot be sold: ${what}`, async () => {
    const event = await newEvent();
    const date = await newDate(event);
    await newType(date, more);
    await assertLacks(event, lack);
    await newType(date, { name: "Child" });
    await assertPublishes(event);
  });
}

test("refuses to publish an event whose sections have no places", async () => {
  const section = await make(promoter, "/venueSection", { venue, name: "Closed off", capacity: 0 });
  const configuration = await make(promoter, "/venueConfiguration", { venue, name: "None", venueSections: [section] });
  const event = await newEvent({ venueConfiguration: configuration });
  await newType(await newDate(event), { venueSection: section, maximumAllocation: 5 });
  await assertLacks(event, "ticketTypes NOT_ENOUGH");
  await promoter("PUT", `/venueSection/${section}`, { capacity: 5 });
  await assertPublishes(event);
});

test("refuses to publish an event of which every date is over or cancelled, or that is cancelled itself", async () => {
  const event = await newEvent();
  await newType(await newDate(event, { eventStart: "04-12-2020T19:30" }));
  await assertLacks(event, "eventDates CLOSED");
  const date = await newDate(event);
  await newType(date);
  await promoter("PUT", `/eventDate/${date}`, { cancelled: true });
  await assertLacks(event, "eventDates CLOSED");
  await promoter("PUT", `/eventDate/${date}`, { cancelled: false });
  await promoter("PUT", `/event/${event}`, { cancelled: true });
  await assertLacks(event, "cancelled CANCELLED");
  await promoter("PUT", `/event/${event}`, { cancelled: false });
  await assertPublishes(event);
});

test("refuses to publish a ticket type in a section outside the configuration of its date, and names it", async () => {
  const event = await newEvent();
  const date = await newDate(event);
  await newType(date);
  const above = await newType(date, { name: "Balcony", venueSection: balcony });
  // No call can bring an event here.
  await db.query(`UPDATE event_date SET venue_configuration_id = $2 WHERE id = $1`, [date, stallsOnly]);
  await assertLacks(event, "ticketTypes RANGE");
  assert.equal(at(await publishable(event), "errors", 0, "ticketType"), above);
});

test("publishes an event that is sold out, and one sold only with codes, of which a warning tells", async () => {
  const soldOut = await newEvent();
  const type = await newType(await newDate(soldOut), { maximumAllocation: 1 });
  await publish(soldOut);
  await shop("POST", "/reservation", { event: soldOut, tickets: [{ ticketType: type, quantity: 1 }] });
  assert.equal(at(await shop("GET", `/event/${soldOut}`), "saleStatus"), "SOLD_OUT");
  await publish(soldOut, false);
  await assertPublishes(soldOut);

  const presale = await newEvent();
  const date = await newDate(presale);
  await newType(date, { hidden: true });
  await newType(date, { codeRequired: true });
  assert.ok(rows(await publishable(presale), "warnings").includes("ticketTypes CODE_REQUIRED"));
  await newType(date, { name: "Child" });
  assert.ok(!rows(await publishable(presale), "warnings").includes("ticketTypes CODE_REQUIRED"));
  await assertPublishes(presale);
});

test("warns of a missing picture, doors, refund policy, and of a date without ticket types", async () => {
  const event = await newEvent();
  const [first, second] = [await newDate(event), await newDate(event, { eventStart: "05-12-2099T19:30" })];
  await newType(first);
  const advice = ["heroImageUrl", "doors", "refundPolicy", "eventDates"].map((path) => `${path} RECOMMENDED`);
  assert.deepEqual(rows(await publishable(event), "warnings"), advice);

  const refundPolicy = { untilHoursBefore: 48, percentage: 100, keepsFee: true };
  await promoter("PUT", `/event/${event}`, { heroImageUrl: "https://pictures.example/a.jpg", refundPolicy });
  await promoter("PUT", `/eventDate/${first}`, { doors: "04-12-2099T19:00" });
  await promoter("PUT", `/eventDate/${second}`, { cancelled: true });
  const published = await publish(event);
  assert.deepEqual(published.body, { successful: true, messages: [], errors: [], warnings: [] });
});

test("leaves a published event for its buyers when nothing is left to sell, and says so", async () => {
  const event = await newEvent();
  const date = await newDate(event);
  await newType(date);
  await publish(event);
  await promoter("PUT", `/eventDate/${date}`, { cancelled: true });
  assert.deepEqual(rows(await publishable(event), "errors"), ["eventDates CLOSED"]);
  assert.equal(at(await publish(event), "successful"), false);
  assert.equal(await isPublished(event), true);
  assert.equal((await shop("GET", `/event/${event}`)).status, 200);
  assert.equal(at(await publish(event, false), "successful"), true);
  assert.equal(await isPublished(event), false);
});

test("has no other way to publish, and answers 404 for the event of another account", async () => {
  const named = { name: "The Tempest", venue, venueConfiguration: whole, published: true };
  const event = await newEvent();
  for (const refused of [await promoter("POST", "/event", named), await promoter("PUT", `/event/${event}`, named)]) {
    assert.equal(refused.status, 400);
  }
  const both = [["PUT", `/event/${event}/publish/true`] as const, ["GET", `/event/${event}/publishable`] as const];
  const box = await addUser("box", ["BOX_OFFICE", "PUBLIC", "SCAN"]);
  for (const [method, path] of both) {
    assert.equal((await stranger(method, path)).status, 404);
    assert.equal((await box(method, path)).status, 403);
  }
});
