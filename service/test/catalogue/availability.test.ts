import assert from "node:assert/strict";
import test from "node:test";
import { testDatabase } from "#test/cluster.ts";
import { testRuntime } from "#test/runtime.ts";
import { make, makeVenue, openTestApp, publish } from "#test/test-app.ts";

const { db, drop } = await testDatabase();
const { app, shop, promoter } = await openTestApp(testRuntime(db));
test.after(async () => {
  await app.close();
  await drop();
});

const { venue, balcony, whole } = await makeVenue(promoter);

/** Puts an event on sale with one date: a balcony of five places, with at most four adults and any number of children. */
async function putOn() {
  const event = await make(promoter, "/event", { name: "Hamlet", venue, venueConfiguration: whole });
  const eventDate = await make(promoter, "/eventDate", { event, eventStart: "04-12-2099T19:30" });
  const type = { eventDate, venueSection: balcony, price: 30 };
  const adult = await make(promoter, "/ticketType", { ...type, name: "Adult", maximumAllocation: 4 });
  const child = await make(promoter, "/ticketType", { ...type, name: "Child" });
  await publish(promoter, event);
  return { event, eventDate, adult, child };
}

async function reserve(event: number, ticketType: number, quantity: number): Promise<string> {
  const { body } = await shop("POST", "/reservation", { event, tickets: [{ ticketType, quantity }] });
  assert.equal(Object(body).successful, true, JSON.stringify(body));
  return String(Object(body).key);
}

type Shown = { readonly name: string; readonly available: number; readonly held: number; readonly saleStatus: string };

/** Returns the public offering of each date: name, available and reserved. */
async function offered(event: number, query = "?showSoldOut=true") {
  const { body } = await shop("GET", `/offering/${event}/PUBLIC${query}`);
  const groups: readonly { saleStatus: string; onSaleFrom?: string; pages: readonly { items: readonly Shown[] }[] }[] =
    Object(body).groups;
  return groups.map(({ saleStatus, onSaleFrom, pages }) => ({
    saleStatus,
    ...(onSaleFrom !== undefined && { onSaleFrom }),
    items: pages.flatMap(({ items }) => items.map((one) => [one.name, one.available, one.held, one.saleStatus])),
  }));
}

async function field(path: string, name: string): Promise<unknown> {
  return Object((await shop("GET", path)).body)[name];
}

test("offers the minimum of section and ticket type, and counts a reservation in both", async () => {
  const { event, eventDate, adult, child } = await putOn();
  assert.equal(await field(`/eventDate/${eventDate}`, "ticketsAvailable"), 5);
  await reserve(event, child, 3);
  assert.deepEqual((await offered(event))[0]?.items, [
    ["Adult", 2, 0, "ON_SALE"],
    ["Child", 2, 3, "ON_SALE"],
  ]);
  await reserve(event, adult, 2);
  assert.deepEqual((await offered(event))[0], {
    saleStatus: "SOLD_OUT",
    items: [
      ["Adult", 0, 2, "SOLD_OUT"],
      ["Child", 0, 3, "SOLD_OUT"],
    ],
  });
  assert.equal(await field(`/event/${event}`, "saleStatus"), "SOLD_OUT");
  assert.equal(await field(`/eventDate/${eventDate}`, "ticketsAvailable"), 0);
});

test("a date is sold out to everyone once fewer are left than an order must have, and again on sale with enough", async () => {
  const { event, eventDate, child, adult } = await putOn();
  for (const type of [adult, child]) await promoter("PUT", `/ticketType/${type}`, { minimumPerOrder: 3 });
  await reserve(event, child, 3);
  assert.deepEqual(await offered(event), [
    {
      saleStatus: "SOLD_OUT",
      items: [
        ["Adult", 0, 0, "SOLD_OUT"],
        ["Child", 0, 3, "SOLD_OUT"],
      ],
    },
  ]);
  for (const [path, name] of [
    [`/event/${event}`, "saleStatus"],
    [`/eventDate/${eventDate}`, "saleStatus"],
  ] as const)
    assert.equal(await field(path, name), "SOLD_OUT");
  assert.equal(await field(`/eventDate/${eventDate}`, "ticketsAvailable"), 0);
  const { body } = await shop("POST", "/reservation", { event, tickets: [{ ticketType: child, quantity: 3 }] });
  assert.deepEqual([Object(body).errors[0].code, Object(body).errors[0].left], ["SOLD_OUT", 0]);
  await db.query("UPDATE sale SET expires_at = now() - interval '1 second'");
  assert.equal(await field(`/event/${event}`, "saleStatus"), "ON_SALE");
});

test("the lowest price is one that a single buyer can pay, unless every ticket type asks for several tickets", async () => {
  const { event, adult, child } = await putOn();
  await promoter("PUT", `/ticketType/${child}`, { price: 20, minimumPerOrder: 3 });
  const low = async () => Object(await field(`/event/${event}`, "lowPrice")).amount;
  assert.equal(await low(), 30);
  await promoter("PUT", `/ticketType/${adult}`, { closed: true });
  assert.equal(await low(), 20);
});

test("P30: counts an expired reservation as free at once, before the sweeper runs", async () => {
  const { event, child } = await putOn();
  const key = await reserve(event, child, 5);
  assert.equal(await field(`/ticketType/${child}`, "available"), 0);
  await db.query(`UPDATE sale SET expires_at = now() - interval '1 second' WHERE key = $1`, [key]);
  assert.equal(await field(`/ticketType/${child}`, "available"), 5);
  assert.deepEqual((await offered(event))[0]?.items[0], ["Adult", 4, 0, "ON_SALE"]);
  await reserve(event, child, 5);
});
