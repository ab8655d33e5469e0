import assert from "node:assert/strict";
import test from "node:test";
import { LIMITS } from "#src/platform/runtime.ts";
import { at, BUYER, CARD, openShop } from "#test/test-app.ts";

let delayMs = 0;
const { shop, putOn, reserve, reserved, close } = await openShop({ loopDelayMs: () => delayMs });
test.after(close);

test("P37: a process that is late refuses who begins, and serves who has a cart to the end", async () => {
  const [on, other] = [await reserved(2), await reserved(1)];
  const elsewhere = await putOn();

  delayMs = LIMITS.reservationLoopDelayMs + 1;
  const refused = await reserve(shop, elsewhere);
  assert.deepEqual([refused.status, at(refused, "errors", 0, "code")], [503, "BUSY"]);
  assert.match(String(refused.headers["retry-after"]), /^\d+$/);
  // A shop that asks for a cart first begins with it.
  const noCart = await shop("GET", "/cart");
  assert.deepEqual([noCart.status, at(noCart, "errors", 0, "code")], [503, "BUSY"]);
  const joined = await reserve(shop, elsewhere, 1, { multiOrderKey: other.cart });
  assert.equal(at(joined, "successful"), true, JSON.stringify(joined.body));
  const locked = await shop("POST", `/cart/${on.cart}/lock`, BUYER);
  assert.equal(at(locked, "successful"), true, JSON.stringify(locked.body));
  const paid = await shop("POST", `/cart/${on.cart}/payment`, { amount: 95, creditCard: CARD });
  assert.equal(at(paid, "successful"), true, JSON.stringify(paid.body));
  assert.equal(at(await shop("GET", `/payment/${on.key}`), "status"), "CONFIRMED");

  delayMs = LIMITS.reservationLoopDelayMs;
  assert.equal(at(await reserve(shop, elsewhere), "successful"), true, "on time again");
});
