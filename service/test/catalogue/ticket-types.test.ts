import assert from "node:assert/strict";
import test from "node:test";
import { type Answered, at, BUYER, make, makeVenue, openShop, publish } from "#test/test-app.ts";

const { db, shop, promoter, putOn, reserve, close } = await openShop();
test.after(close);

const put = (type: number, body: object) => promoter("PUT", `/ticketType/${type}`, body);
const left = async (type: number) => at(await shop("GET", `/ticketType/${type}`), "available");
const said = (answered: Answered) =>
  answered.status === 200 ? "fine" : `${answered.status} ${at(answered, "errors", 0, "path")}`;
const refusal = (answered: Answered) => at(answered, "errors", 0, "code");

test("refuses a maximum below the tickets taken, and resets it to the section's capacity", async () => {
  const on = await putOn({ maximumAllocation: 8 });
  await reserve(shop, on, 5);
  assert.equal(said(await put(on.type, { maximumAllocation: 4, name: "x" })), "400 maximumAllocation");
  assert.equal(at(await shop("GET", `/ticketType/${on.type}`), "name"), "Adult");
  assert.equal(said(await put(on.type, { maximumAllocation: 5 })), "fine");
  assert.equal(await left(on.type), 0);
  assert.equal(refusal(await reserve(shop, on, 1)), "SOLD_OUT");
  assert.equal(said(await put(on.type, { maximumAllocation: null })), "fine");
  assert.equal(await left(on.type), 15);
  assert.equal(at(await shop("GET", `/ticketType/${on.type}`), "maximumAllocation"), 20);
});

test("keeps a lowered maximum under concurrent reservations", async () => {
  const on = await putOn();
  const buyers = Array.from({ length: 20 }, () => reserve(shop, on, 1));
  const lowered = Array.from({ length: 5 }, () => put(on.type, { maximumAllocation: 7 }));
  const [bought] = await Promise.all([Promise.all(buyers), Promise.all(lowered)]);
  const made = bought.filter((answered) => at(answered, "successful") === true).length;
  const [stock] = await db.query<{ capacity: number; taken: number }>(
    "SELECT capacity, taken FROM stock WHERE ticket_type_id = $1",
    [on.type],
  );
  assert.equal(stock?.taken, made);
  assert.ok(stock.taken <= stock.capacity);
});

test("validates changed limits and windows against the stored ones", async () => {
  const on = await putOn({ minimumPerOrder: 2, maximumPerOrder: 4, onSaleFrom: "01-06-2027T09:00" });
  assert.equal(said(await put(on.type, { maximumPerOrder: 1 })), "400 maximumPerOrder");
  assert.equal(said(await put(on.type, { minimumPerOrder: 5 })), "400 maximumPerOrder");
  assert.equal(said(await put(on.type, { minimumPerOrder: 5, maximumPerOrder: 6 })), "fine");
  assert.equal(said(await put(on.type, { onSaleTo: "01-06-2027T09:00" })), "400 onSaleTo");
  assert.equal(said(await put(on.type, { onSaleTo: "01-06-2027T09:01" })), "fine");
  assert.equal(said(await put(on.type, { onSaleFrom: null, onSaleTo: null })), "fine");
  assert.equal(refusal(await reserve(shop, on, 4)), "UNDER_MINIMUM");
  assert.equal(refusal(await reserve(shop, on, 7)), "OVER_LIMIT");
});

test("sells nothing for a cancelled date or event, and keeps sold tickets", async () => {
  const on = await putOn();
  const key = at(await reserve(shop, on, 1), "key");
  await promoter("PUT", `/eventDate/${on.date}`, { cancelled: true });
  assert.equal(refusal(await reserve(shop, on, 1)), "CANCELLED");
  assert.equal(at(await shop("GET", `/reservation/${key}`), "status"), "RESERVED");
  await promoter("PUT", `/eventDate/${on.date}`, { cancelled: false });
  assert.equal(at(await reserve(shop, on, 1), "successful"), true);
  await promoter("PUT", `/event/${on.event}/publish/false`);
  assert.equal((await shop("GET", `/event/${on.event}`)).status, 404);
  assert.equal(at(await shop("GET", `/reservation/${key}`), "status"), "RESERVED");
});

test("changes the named fields and no others", async () => {
  const { event, type } = await putOn();
  const field = async (path: string, name: string) => at(await shop("GET", path), name);
  assert.equal(
    (await promoter("PUT", `/ticketType/${type}`, { price: 50.25, onSaleFrom: "01-12-2099T09:00" })).status,
    200,
  );
  assert.equal(await field(`/ticketType/${type}`, "saleStatus"), "NOT_ON_SALE");
  assert.equal(await field(`/ticketType/${type}`, "onSaleFrom"), "2099-12-01T09:00:00.000+13:00");
  assert.deepEqual(await field(`/ticketType/${type}`, "fee"), { amount: 2.5, currency: "NZD" });
  assert.deepEqual(await field(`/event/${event}`, "lowPrice"), { amount: 52.75, currency: "NZD" });
  assert.equal((await promoter("PUT", `/ticketType/${type}`, { onSaleFrom: null, closed: true })).status, 200);
  assert.equal(await field(`/event/${event}`, "saleStatus"), "CLOSED");
  assert.equal((await promoter("PUT", `/event/${event}`, { cancelled: true, name: "After" })).status, 200);
  assert.equal(await field(`/event/${event}`, "saleStatus"), "CANCELLED");
  assert.equal(await field(`/event/${event}`, "name"), "After");
});

const { venue, whole, stalls } = await makeVenue(promoter);

type Case = {
  readonly currency: string;
  readonly price: number;
  readonly fee: number;
  /** The total of three tickets with fees. */
  readonly total: number;
  readonly tooFine: number;
  readonly nearly: number;
  readonly revenue: number;
};
const cases: readonly Case[] = [
  { currency: "JPY", price: 4500, fee: 250, total: 14_250, tooFine: 4500.5, nearly: 14_249, revenue: 13_500 },
  {
    currency: "HUF",
    price: 4990.5,
    fee: 250,
    total: 15_721.5,
    tooFine: 4990.505,
    nearly: 15_721.49,
    revenue: 14_971.5,
  },
  { currency: "NZD", price: 0.1, fee: 0.2, total: 0.9, tooFine: 0.105, nearly: 0.89, revenue: 0.3 },
  { currency: "KWD", price: 1.005, fee: 0.001, total: 3.018, tooFine: 1.0005, nearly: 3.017, revenue: 3.015 },
];

for (const { currency, price, fee, total, tooFine, nearly, revenue } of cases) {
  test(`P10: ${currency}: keeps a price exact from the ticket type to the payment, and refuses too many decimals`, async () => {
    const money = (amount: number) => ({ amount, currency });
    const event = await make(promoter, "/event", { name: "Exact", venue, venueConfiguration: whole, currency });
    const eventDate = await make(promoter, "/eventDate", { event, eventStart: "04-12-2099T19:30" });
    const adult = { name: "Adult", eventDate, venueSection: stalls };
    const refused = await promoter("POST", "/ticketType", { ...adult, price: tooFine });
    assert.deepEqual([refused.status, at(refused, "errors", 0, "path")], [400, "price"]);
    const master = await promoter("POST", "/masterTicket", { event, name: "Adult", price, fee: tooFine });
    assert.deepEqual([master.status, at(master, "errors", 0, "path")], [400, "fee"]);
    const type = await make(promoter, "/ticketType", { ...adult, price, fee });
    await publish(promoter, event);

    const offering = await shop("GET", `/offering/${event}/PUBLIC`);
    assert.deepEqual(at(offering, "groups", 0, "pages", 0, "items", 0, "price"), money(price));
    const reserved = await reserve(shop, { event, type }, 3);
    assert.deepEqual(at(reserved, "invoice", "total"), money(total));
    const key = at(reserved, "key");
    assert.deepEqual(at(await shop("GET", `/cart/${at(reserved, "multiSaleKey")}`), "total"), money(total));

    await shop("POST", `/reservation/${key}/lock`, BUYER);
    const pay = (amount: number) => promoter("POST", `/reservation/${key}/payment`, { amounts: { CASH: amount } });
    assert.equal(at(await pay(nearly), "type"), "WRONG_AMOUNT");
    assert.equal(at(await pay(total), "type"), "SUCCESS");
    assert.deepEqual(at(await shop("GET", `/payment/${key}`), "totalPrice"), money(total));
    const sold = await promoter("GET", `/ticketType/${type}`);
    assert.deepEqual([at(sold, "revenue"), at(sold, "average")], [money(revenue), money(price)]);
    assert.deepEqual(at(await promoter("GET", `/eventDate/${eventDate}`), "revenue"), money(revenue));
  });
}

test("refuses a price above the maximum, in minor units of its currency", async () => {
  for (const [currency, most] of [
    ["JPY", 10_000_000_000],
    ["KWD", 10_000_000],
  ] as const) {
    const event = await make(promoter, "/event", { name: "Dear", venue, venueConfiguration: whole, currency });
    const priced = (price: number) => promoter("POST", "/masterTicket", { event, name: "Dear", price });
    assert.equal((await priced(most)).status, 200, currency);
    const refused = await priced(most + 1);
    assert.deepEqual([refused.status, at(refused, "errors", 0, "path")], [400, "price"], currency);
    const row = (named: string) => at(refused, "errors", 0, named);
    assert.deepEqual([row("code"), row("reason"), row("limit")], ["RANGE", "too_large", most]);
  }
});
