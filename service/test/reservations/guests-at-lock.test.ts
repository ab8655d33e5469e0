import assert from "node:assert/strict";
import test from "node:test";
import { make } from "#test/asking.ts";
import { at, BUYER, openShop } from "#test/selling.ts";

const { shop, promoter, putOn, reserve, reserved, close } = await openShop();
test.after(close);

const status = async (key: string) => at(await shop("GET", `/reservation/${key}`), "status");
const guest = (ticketType: number) => ({ ticketType, data: { Diet: "Anything" } });

for (const asksGuests of [true, false]) {
  const how = asksGuests ? "an event that asks guests" : "an event without questions";
  test(`refuses guests without a ticket by their path, and locks nothing: ${how}`, async () => {
    const on = await reserved(2);
    const elsewhere = await putOn();
    if (asksGuests) {
      const field = { event: on.event, name: "Diet", label: "Diet?", inputType: "TEXT", askedOf: "GUEST" };
      await make(promoter, "/additionalField", field);
    }
    const guests = [guest(on.type), guest(elsewhere.type), guest(on.type), guest(on.type)];
    for (const path of [`/cart/${on.cart}/lock`, `/reservation/${on.key}/lock`]) {
      const refused = await shop("POST", path, { ...BUYER, guests });
      assert.equal(refused.status, 400);
      const rows = at(refused, "errors") as readonly { path: string; code: string }[];
      assert.deepEqual(
        rows.map(({ path, code }) => [path, code]),
        [
          ["guests[1].ticketType", "NOT_FOUND"],
          ["guests[3]", "RANGE"],
        ],
      );
      assert.equal(await status(on.key), "RESERVED");
    }
    const fitting = { ...BUYER, guests: [guest(on.type), guest(on.type)] };
    assert.equal(at(await shop("POST", `/cart/${on.cart}/lock`, fitting), "successful"), true);
    assert.equal(await status(on.key), "LOCKED");
  });
}

test("refuses guests of another reservation of the cart in a lock of one reservation", async () => {
  const on = await reserved(1);
  const other = await putOn();
  await reserve(shop, other, 1, { multiOrderKey: on.cart });
  const guests = [guest(on.type), guest(other.type)];
  const refused = await shop("POST", `/reservation/${on.key}/lock`, { ...BUYER, guests });
  assert.deepEqual([refused.status, at(refused, "errors", 0, "path")], [400, "guests[1].ticketType"]);
  assert.equal(at(await shop("POST", `/cart/${on.cart}/lock`, { ...BUYER, guests }), "successful"), true);
});
