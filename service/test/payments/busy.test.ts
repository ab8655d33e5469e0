import assert from "node:assert/strict";
import test from "node:test";
import { LIMITS } from "#src/platform/runtime.ts";
import { answerType, buying, stage } from "#test/buying.ts";
import { failingDatabase } from "#test/fakes.ts";
import { at, BUYER, CARD, openShop } from "#test/test-app.ts";

const { shop, promoter, processor, db, reserved, close } = await openShop({
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

test("P37: at the limit what a voucher pays alone is paid", async () => {
  const [first, second] = [await locked(), await locked()];
  const { body } = await promoter("POST", "/voucher", { amount: 100 });
  const { code } = body as { readonly code: string };
  processor.meanwhile("authorise", async () => {
    const paid = await shop("POST", `/cart/${second}/payment`, { amount: 95, voucher: { code } });
    assert.equal(at(paid, "type"), "SUCCESS", JSON.stringify(paid.body));
  });
  assert.equal(at(await pay(first), "type"), "SUCCESS");
});

test("P37: a payment that failed leaves room for the next", async () => {
  processor.script("authorise", { state: "declined", id: "p1", code: "declined" }, "not_known", "not_sent");
  for (const _answer of ["declined", "not_known", "not_sent"]) await pay(await locked());
  assert.equal(at(await pay(await locked()), "type"), "SUCCESS");
});

test("P37: a payment that the database broke off leaves room for the next", async () => {
  const on = await stage(db);
  const failing = failingDatabase(db);
  const runtime = { ...on.runtime, db: failing, limits: { ...on.runtime.limits, chargesAtOnce: 1 } };
  const { cartKey } = await on.holdLocked([1]);
  const { pay } = buying(runtime, on.onSale);
  failing.isAway = true;
  await assert.rejects(pay(cartKey, "47.50"), { code: "57P01" });
  failing.isAway = false;
  assert.equal(answerType(await pay(cartKey, "47.50")), "SUCCESS");
});
