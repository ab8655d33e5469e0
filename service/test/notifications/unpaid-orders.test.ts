import assert from "node:assert/strict";
import test from "node:test";
import { expireReservations } from "#src/reservations/use-cases/expire-reservations.ts";
import { at, CARD, openShop } from "#test/selling.ts";
import { testWorld } from "#test/world.ts";

const { db, shop, processor, putOn, reserve, close } = await openShop();
test.after(close);

const MESSAGES = { address: "https://tickets.example/api/messages", token: "sealed" };
const MANY = 3;

type Order = { readonly cart: string; readonly key: string };

/** Reserves a ticket, and enters a buyer with this address. */
async function lock(on: Parameters<typeof reserve>[1], EMAIL: string): Promise<Order> {
  const reserved = await reserve(shop, on, 1);
  const order = { cart: String(at(reserved, "multiSaleKey")), key: String(at(reserved, "key")) };
  const buyer = { FIRST_NAME: "Ada", LAST_NAME: "Lovelace", EMAIL, messages: MESSAGES };
  assert.equal((await shop("POST", `/cart/${order.cart}/lock`, buyer)).status, 200);
  return order;
}

const pay = ({ cart }: Order) => shop("POST", `/cart/${cart}/payment`, { amount: 47.5, creditCard: CARD });
const recipients = async () =>
  (await db.query<{ recipient: string }>("SELECT recipient FROM message ORDER BY recipient")).map(
    (row) => row.recipient,
  );

test("P33: abandoned, declined, unlocked and expired purchases mail nobody, and each paid one mails its buyer once", async () => {
  for (let nth = 0; nth < MANY; nth += 1) {
    const on = await putOn();
    const declined = await lock(on, `declined${nth}@example.com`);
    processor.script("authorise", { state: "declined", id: `declined ${nth}`, code: "insufficient_funds" });
    assert.equal(at(await pay(declined), "type"), "REFUSED");

    await lock(on, `abandoned${nth}@example.com`);
    const unlocked = await lock(on, `unlocked${nth}@example.com`);
    await shop("POST", `/cart/${unlocked.cart}/unlock`);

    const expired = await lock(on, `expired${nth}@example.com`);
    await db.query("UPDATE sale SET expires_at = now() - interval '11 minutes' WHERE key = $1", [expired.key]);
  }
  await expireReservations(testWorld(db));
  assert.deepEqual(await recipients(), []);

  // The control: the same cart after a declined card, and another one, are paid.
  const on = await putOn();
  const second = await lock(on, "second-card@example.com");
  processor.script("authorise", { state: "declined", id: "first card", code: "insufficient_funds" });
  await pay(second);
  assert.deepEqual(await recipients(), []);
  for (const order of [second, await lock(on, "paid@example.com")])
    assert.equal(at(await pay(order), "type"), "SUCCESS");
  assert.deepEqual(await recipients(), ["paid@example.com", "second-card@example.com"]);
});
