import assert from "node:assert/strict";
import test from "node:test";
import { make, makeVenue } from "#test/asking.ts";
import { at, BUYER, CARD, openShop } from "#test/selling.ts";

const { db, shop, promoter, reserve, close } = await openShop();
test.after(close);

async function putOnIn(currency: string) {
  const { venue, whole, stalls } = await makeVenue(promoter);
  const event = await make(promoter, "/event", { name: "Tolls", venue, venueConfiguration: whole, currency });
  const eventDate = await make(promoter, "/eventDate", { event, eventStart: "04-12-2099T19:30" });
  const type = await make(promoter, "/ticketType", { name: "Adult", eventDate, venueSection: stalls, price: 45 });
  await promoter("PUT", `/event/${event}/publish/true`);
  return { event, type };
}

const [dollars, yen] = [await putOnIn("NZD"), await putOnIn("JPY")];
const newCart = async () => String(at(await shop("GET", "/cart"), "key"));
const salesOf = async (cart: string) => Object(at(await shop("GET", `/cart/${cart}`), "sales")).length;

test("refuses one of two currencies that are added to an empty cart concurrently", async () => {
  for (let round = 0; round < 10; round += 1) {
    const cart = await newCart();
    const answered = await Promise.all([dollars, yen].map((on) => reserve(shop, on, 1, { multiOrderKey: cart })));
    const made = answered.filter((one) => at(one, "successful") === true);
    assert.deepEqual([made.length, await salesOf(cart)], [1, 1]);
    for (const one of answered.filter((one) => !made.includes(one))) {
      assert.equal(at(one, "errors", 0, "code"), "MIXED_CURRENCY");
    }
  }
});

test("does not add up, lock or charge a cart that has two currencies", async () => {
  const cart = await newCart();
  for (const on of [dollars, yen]) {
    const multiOrderKey = String(at(await reserve(shop, on, 1), "multiSaleKey"));
    await db.query("UPDATE sale SET cart_key = $1 WHERE cart_key = $2", [cart, multiOrderKey]);
  }
  const read = await shop("GET", `/cart/${cart}`);
  assert.deepEqual([read.status, await salesOf(cart), at(read, "total", "amount")], [200, 2, 45]);
  const locked = await shop("POST", `/cart/${cart}/lock`, BUYER);
  assert.deepEqual([locked.status, at(locked, "errors", 0, "code")], [200, "MIXED_CURRENCY"]);
  const keys = [0, 1].map((one) => String(at(read, "sales", one, "key")));
  for (const key of keys) assert.equal(at(await shop("POST", `/reservation/${key}/lock`, BUYER), "successful"), true);
  const pay = () => shop("POST", `/cart/${cart}/payment`, { amount: 45, creditCard: CARD });
  assert.equal(at(await pay(), "type"), "WRONG_STATE");
  await shop("DELETE", `/reservation/${keys[1]}`, {});
  assert.equal(at(await pay(), "type"), "SUCCESS");
});
