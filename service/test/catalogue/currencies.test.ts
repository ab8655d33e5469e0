import assert from "node:assert/strict";
import test from "node:test";
import { at, BUYER, make, makeVenue, openShop } from "#test/test-app.ts";

const { shop, promoter, reserve, close } = await openShop();
test.after(close);

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
    await promoter("PUT", `/event/${event}/publish/true`);

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
    assert.equal(at(refused, "errors", 0, "code"), "RANGE");
  }
});
