import assert from "node:assert/strict";
import test from "node:test";
import { returnExpired } from "#src/stock/store/return-places.ts";
import { make, makeVenue, openTestApp } from "#test/asking.ts";
import { testDatabase } from "#test/cluster.ts";
import { testWorld } from "#test/world.ts";

const { db, drop } = await testDatabase();
const { app, shop, promoter } = await openTestApp(testWorld(db));
test.after(async () => {
  await app.close();
  await drop();
});

const { venue, balcony, stalls, whole } = await makeVenue(promoter);

/** Puts an event on sale with one date: a balcony of five places, with at most four adults and any number of children. */
async function putOn() {
  const event = await make(promoter, "/event", { name: "Hamlet", venue, venueConfiguration: whole });
  const eventDate = await make(promoter, "/eventDate", { event, eventStart: "04-12-2099T19:30" });
  const type = { eventDate, venueSection: balcony, price: 30 };
  const adult = await make(promoter, "/ticketType", { ...type, name: "Adult", maximumAllocation: 4 });
  const child = await make(promoter, "/ticketType", { ...type, name: "Child" });
  await promoter("PUT", `/event/${event}/publish/true`);
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

test("P30: counts an expired reservation as free at once, before the sweeper runs", async () => {
  const { event, child } = await putOn();
  const key = await reserve(event, child, 5);
  assert.equal(await field(`/ticketType/${child}`, "available"), 0);
  await db.query(`UPDATE sale SET expires_at = now() - interval '1 second' WHERE key = $1`, [key]);
  assert.equal(await field(`/ticketType/${child}`, "available"), 5);
  assert.deepEqual((await offered(event))[0]?.items[0], ["Adult", 4, 0, "ON_SALE"]);
  await reserve(event, child, 5);
});

test("P30: puts back the places of an expired reservation once when it is released too", async () => {
  const { event, child } = await putOn();
  const key = await reserve(event, child, 2);
  await reserve(event, child, 1);
  await db.query(`UPDATE sale SET expires_at = now() - interval '1 second' WHERE key = $1`, [key]);
  await returnExpired(db, event);
  assert.equal((await shop("DELETE", `/reservation/${key}`)).status, 200);
  assert.equal(await field(`/ticketType/${child}`, "available"), 4);
});

test("frees the places of a released reservation at once", async () => {
  const { event, child } = await putOn();
  const key = await reserve(event, child, 5);
  await shop("DELETE", `/reservation/${key}`);
  assert.equal(await field(`/ticketType/${child}`, "available"), 5);
});

test("keeps sold tickets sold and counts them in the figures", async () => {
  const { event, eventDate, child } = await putOn();
  const key = await reserve(event, child, 2);
  await shop("POST", `/reservation/${key}/lock`, {
    FIRST_NAME: "Ada",
    LAST_NAME: "Lovelace",
    EMAIL: "ada@example.com",
  });
  const paid = await promoter("POST", `/reservation/${key}/payment`, { amounts: { CASH: 60 } });
  assert.equal(Object(paid.body).type, "SUCCESS", JSON.stringify(paid.body));
  const { body } = await promoter("GET", `/eventDate/${eventDate}`);
  const { ticketsAvailable, ticketsSold, ticketsAdmitted, revenue } = Object(body);
  assert.deepEqual([ticketsAvailable, ticketsSold, ticketsAdmitted], [3, 2, 0]);
  assert.deepEqual(revenue, { amount: 60, currency: "NZD" });
  const sold = await promoter("GET", `/ticketType/${child}`);
  assert.deepEqual(Object(sold.body).average, { amount: 30, currency: "NZD" });
});

test("offers future sales, and sold-out tickets only on request", async () => {
  const { event, adult, child } = await putOn();
  await reserve(event, adult, 4);
  assert.deepEqual((await offered(event, ""))[0]?.items, [["Child", 1, 0, "ON_SALE"]]);
  await promoter("PUT", `/ticketType/${child}`, { onSaleFrom: "01-12-2099T09:00" });
  assert.deepEqual(await offered(event, ""), [
    { saleStatus: "NOT_ON_SALE", onSaleFrom: "2099-12-01T09:00:00.000+13:00", items: [["Child", 1, 0, "NOT_ON_SALE"]] },
  ]);
  await promoter("PUT", `/ticketType/${child}`, { closed: true });
  assert.deepEqual((await offered(event))[0]?.items, [["Adult", 0, 4, "SOLD_OUT"]]);
});

test("offers the box office tickets outside their window and without a code, but no closed ones", async () => {
  const { event, adult, child } = await putOn();
  const seen = async (ask: typeof shop, type: string) => {
    const { body } = await ask("GET", `/offering/${event}/${type}`);
    const items: readonly { name: string; saleStatus: string; codeRequired: boolean }[] =
      Object(body).groups[0].pages[0]?.items ?? [];
    return items.map(({ name, saleStatus, codeRequired }) => [name, saleStatus, codeRequired]);
  };
  await promoter("PUT", `/ticketType/${adult}`, { onSaleTo: "01-12-2020T09:00" });
  await promoter("PUT", `/ticketType/${child}`, { onSaleFrom: "01-12-2099T09:00", codeRequired: true });
  assert.deepEqual(await seen(shop, "PUBLIC"), [["Child", "NOT_ON_SALE", true]]);
  assert.deepEqual(await seen(promoter, "BOX_OFFICE"), [
    ["Adult", "ON_SALE", false],
    ["Child", "ON_SALE", false],
  ]);
  const tickets = [adult, child].map((ticketType) => ({ ticketType, quantity: 1 }));
  const sold = await promoter("POST", "/reservation", { event, tickets, boxOffice: true });
  assert.equal(Object(sold.body).successful, true, JSON.stringify(sold.body));

  await promoter("PUT", `/ticketType/${adult}`, { closed: true });
  assert.deepEqual(await seen(promoter, "BOX_OFFICE"), [["Child", "ON_SALE", false]]);
});

test("omits past dates from the offering, and marks cancelled ones", async () => {
  const { event, eventDate } = await putOn();
  const other = await make(promoter, "/eventDate", { event, eventStart: "05-12-2099T19:30" });
  await make(promoter, "/ticketType", { eventDate: other, venueSection: stalls, name: "Adult", price: 20 });
  await promoter("PUT", `/eventDate/${eventDate}`, { cancelled: true });
  assert.deepEqual(
    (await offered(event)).map(({ saleStatus, items }) => [saleStatus, items.length]),
    [
      ["CANCELLED", 0],
      ["ON_SALE", 1],
    ],
  );
  assert.deepEqual(await field(`/event/${event}`, "lowPrice"), { amount: 20, currency: "NZD" });
  await db.query(`UPDATE event_date SET starts_at = now() - interval '9 hours', ends_at = now() WHERE id = $1`, [
    other,
  ]);
  assert.deepEqual((await offered(event)).length, 1);
  assert.equal(await field(`/eventDate/${other}`, "saleStatus"), "CLOSED");
});

test("refuses a maximum below the tickets taken", async () => {
  const { event, adult } = await putOn();
  await reserve(event, adult, 3);
  const { status, body } = await promoter("PUT", `/ticketType/${adult}`, { maximumAllocation: 2, price: 99 });
  assert.deepEqual([status, Object(body).errors[0].path], [400, "maximumAllocation"]);
  assert.deepEqual(await field(`/ticketType/${adult}`, "price"), { amount: 30, currency: "NZD" });
  assert.equal((await promoter("PUT", `/ticketType/${adult}`, { maximumAllocation: 3 })).status, 200);
  assert.equal(await field(`/ticketType/${adult}`, "saleStatus"), "SOLD_OUT");
});
