import assert from "node:assert/strict";
import test from "node:test";
import { at, BUYER, CARD, openShop } from "#test/selling.ts";

const { shop, promoter, putOn, reserve, close } = await openShop();
test.after(close);

/** Buys a ticket of a date, and returns how its `movedFrom` is read. */
async function bought(on: Awaited<ReturnType<typeof putOn>>) {
  const reserved = await reserve(shop, on, 1);
  const cart = String(at(reserved, "multiSaleKey"));
  await shop("POST", `/cart/${cart}/lock`, BUYER);
  await shop("POST", `/cart/${cart}/payment`, { amount: 47.5, creditCard: CARD });
  const key = String(at(reserved, "key"));
  const id = at(await shop("GET", `/payment/${key}`), "admissions", 0, "id");
  return async () => at(await shop("GET", `/admission/${id}`, undefined, { "sale-key": key }), "movedFrom");
}

test("a ticket names the start that it was bought for while its date is at another", async () => {
  const on = await putOn();
  const move = (eventStart: string) => promoter("PUT", `/eventDate/${on.date}`, { eventStart });
  const first = await bought(on);
  assert.equal(await first(), null);
  const from = { eventDate: on.date, startDate: "2099-12-04T19:30:00.000+13:00", by: "ORGANISER" };
  await move("05-12-2099T19:30");
  assert.deepEqual(await first(), from);

  const second = await bought(on);
  assert.equal(await second(), null, "it was bought for the new start");
  await move("06-12-2099T18:00");
  assert.deepEqual(await first(), from, "the start that its buyer knows, not the one between");
  assert.deepEqual(await second(), { ...from, startDate: "2099-12-05T19:30:00.000+13:00" });
  await move("04-12-2099T19:30");
  assert.equal(await first(), null, "the date is back");
  await promoter("PUT", `/eventDate/${on.date}`, { label: "Opening night" });
  assert.equal(await first(), null);
});
