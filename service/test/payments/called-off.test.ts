import assert from "node:assert/strict";
import test from "node:test";
import { at, BUYER, CARD, openShop } from "#test/test-app.ts";

const { shop, promoter, processor, reserved, close } = await openShop();
test.after(close);

const lockCart = (cart: string) => shop("POST", `/cart/${cart}/lock`, BUYER);
const payCart = (cart: string, amount: number) => shop("POST", `/cart/${cart}/payment`, { amount, creditCard: CARD });
const status = async (key: string) => at(await shop("GET", `/reservation/${key}`), "status");

type On = { readonly event: number; readonly date: number };
const ways: readonly (readonly [what: string, path: (on: On) => string])[] = [
  ["a date", ({ date }) => `/eventDate/${date}`],
  ["an event", ({ event }) => `/event/${event}`],
];

for (const [what, path] of ways) {
  const call = (on: On, cancelled: boolean) => promoter("PUT", path(on), { cancelled });

  test(`refuses to lock a reservation for ${what} that is cancelled, lets it be released, and locks it once it is reinstated`, async () => {
    const on = await reserved();
    assert.equal((await call(on, true)).status, 200);
    for (const lock of [`/cart/${on.cart}/lock`, `/reservation/${on.key}/lock`]) {
      const refused = await shop("POST", lock, BUYER);
      assert.deepEqual([refused.status, at(refused, "successful")], [200, false]);
      assert.equal(at(refused, "errors", 0, "code"), "CANCELLED");
      assert.equal(at(refused, "errors", 0, "ticketType"), on.type);
      assert.match(String(at(refused, "messages", 0)), /^The Tempest is cancelled\./);
      assert.equal(await status(on.key), "RESERVED");
    }
    await call(on, false);
    assert.equal(at(await lockCart(on.cart), "successful"), true);
    await call(on, true);
    assert.equal(at(await shop("DELETE", `/reservation/${on.key}`), "successful"), true);
  });

  test(`charges nothing for ${what} that is cancelled after the cart was locked`, async () => {
    const on = await reserved();
    await lockCart(on.cart);
    await call(on, true);
    const before = processor.ledger.length;
    assert.equal(at(await payCart(on.cart, 95), "type"), "WRONG_STATE");
    const cash = await promoter("POST", `/reservation/${on.key}/payment`, { amounts: { CASH: 95 } });
    assert.equal(at(cash, "type"), "WRONG_STATE");
    assert.equal(processor.ledger.length, before);
    assert.equal(await status(on.key), "LOCKED");
    assert.deepEqual(at(await shop("GET", `/payment/${on.key}`), "transactions"), []);
    // The next lock names the reason, and the buyer can release the reservation.
    assert.equal(at(await lockCart(on.cart), "errors", 0, "code"), "CANCELLED");
    assert.equal(at(await shop("POST", `/cart/${on.cart}/unlock`), "successful"), true);

    await call(on, false);
    await lockCart(on.cart);
    assert.equal(at(await payCart(on.cart, 95), "type"), "SUCCESS");
  });
}

for (const [what, path] of ways) {
  test(`refuses admission to ${what} that is cancelled, and admits once it is reinstated`, async () => {
    const on = await reserved(1);
    await lockCart(on.cart);
    assert.equal(at(await payCart(on.cart, 47.5), "type"), "SUCCESS");
    const admission = String(at(await shop("GET", `/reservation/${on.key}`), "admissions", 0, "id"));
    const admit = (body: object = {}) => promoter("POST", `/admission/${admission}/admit`, body);
    await promoter("PUT", path(on), { cancelled: true });
    for (const body of [{}, { eventDate: on.date }, { eventDate: on.date + 1_000 }]) {
      const refused = await admit(body);
      assert.deepEqual([refused.status, at(refused, "result"), at(refused, "timeAdmitted")], [200, "CANCELLED", null]);
      assert.match(String(at(refused, "messages", 0)), /cancelled/);
    }
    const order = await promoter("POST", `/order/${on.key}/admit`);
    assert.deepEqual(
      ["code", "reason"].map((field) => at(order, "errors", 0, field)),
      ["WRONG_STATE", "cancelled"],
    );
    await promoter("PUT", path(on), { cancelled: false });
    assert.equal(at(await admit(), "result"), "ADMITTED");
  });
}
