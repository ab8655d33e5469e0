import assert from "node:assert/strict";
import test from "node:test";
import { LIMITS } from "#src/platform/world.ts";
import { at, BUYER, CARD, openShop } from "#test/selling.ts";

const { shop, processor, db, reserved, close } = await openShop({
  limits: { ...LIMITS, chargesAtOnce: 1, paymentsPerCard: { tries: 100, seconds: 60 } },
  testCards: new Set(),
});
test.after(close);

async function locked(): Promise<string> {
  const { cart } = await reserved();
  await shop("POST", `/cart/${cart}/lock`, BUYER);
  return cart;
}

const pay = (cart: string) =>
  shop("POST", `/cart/${cart}/payment`, { amount: 95, creditCard: CARD }, { "idempotency-key": cart });

test("P37: refuses a charge beyond the limit as busy, before anything is written, and takes it afterwards", async () => {
  const [first, second] = [await locked(), await locked()];
  const attempts = () => db.query(`SELECT 1 FROM payment_attempt WHERE cart_key = $1`, [second]);
  const tries = () => db.query(`SELECT 1 FROM payment_try WHERE name = $1`, [`cart ${second}`]);
  processor.meanwhile("authorise", async () => {
    const busy = await pay(second);
    assert.deepEqual([busy.status, busy.headers["retry-after"], at(busy, "errors", 0, "code")], [429, "2", "BUSY"]);
    assert.deepEqual([await attempts(), await tries()], [[], []]);
  });
  assert.equal(at(await pay(first), "type"), "SUCCESS");
  assert.deepEqual(processor.ledger, ["authorise 95.00", "capture"]);
  assert.equal(at(await pay(second), "type"), "SUCCESS");
});

test("P37: at the limit a repeated call is told that its payment is under way, not that nothing was charged", async () => {
  const cart = await locked();
  processor.meanwhile("authorise", async () => {
    const repeated = await pay(cart);
    assert.deepEqual([repeated.status, at(repeated, "errors", 0, "code")], [409, "IDEMPOTENCY"]);
  });
  assert.equal(at(await pay(cart), "type"), "SUCCESS");
});

test("P37: a payment that failed leaves room for the next", async () => {
  processor.script("authorise", { state: "declined", id: "p1", code: "declined" }, "not_known", "not_sent");
  for (const _answer of ["declined", "not_known", "not_sent"]) await pay(await locked());
  assert.equal(at(await pay(await locked()), "type"), "SUCCESS");
});
