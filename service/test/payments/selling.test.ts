import assert from "node:assert/strict";
import test from "node:test";
import { at, BUYER, CARD, openShop } from "#test/selling.ts";

const { db, shop, stranger, putOn, reserve, reserved, close } = await openShop();
test.after(close);

test("hides another account's carts, reservations, sales and admissions, and changes none", async () => {
  const { key, cart } = await reserved();
  const asked: readonly (readonly ["GET" | "POST" | "DELETE", string, object?])[] = [
    ["GET", `/reservation/${key}`],
    ["DELETE", `/reservation/${key}`],
    ["POST", `/reservation/${key}/lock`, BUYER],
    ["POST", `/reservation/${key}/payment`, { amounts: { CREDIT_CARD: 95 }, creditCard: CARD }],
    ["GET", `/cart/${cart}`],
    ["POST", `/cart/${cart}/lock`, BUYER],
    ["POST", `/cart/${cart}/unlock`],
    ["POST", `/cart/${cart}/extend`],
    ["POST", `/cart/${cart}/payment`, { amount: 95, creditCard: CARD }],
    ["GET", `/payment/${key}`],
  ];
  for (const [method, path, body] of asked) {
    const theirs = await stranger(method, path, body);
    const nobodys = await stranger(method, path.replace(/[A-Z0-9]{10}/, "ZZZZZZZZZZ"), body);
    assert.equal(theirs.status, 404, `${method} ${path}`);
    assert.deepEqual(theirs.body, nobodys.body);
  }
  assert.equal(at(await shop("GET", `/reservation/${key}`), "status"), "RESERVED");
});

test("a cart is made, filled with two reservations, released from, unlocked and extended", async () => {
  const on = await putOn();
  const cart = String(at(await shop("GET", "/cart/"), "key"));
  assert.deepEqual(at(await shop("GET", `/cart/${cart}`), "sales"), []);
  const one = await reserve(shop, on, 1, { multiOrderKey: cart });
  assert.equal(at(one, "multiSaleKey"), cart);
  await reserve(shop, on, 2, { multiOrderKey: cart });
  assert.equal(at(await shop("GET", `/cart/${cart}`), "total", "amount"), 142.5);

  assert.equal(at(await shop("DELETE", `/reservation/${at(one, "key")}`), "successful"), true);
  assert.equal((await shop("DELETE", `/reservation/${at(one, "key")}`)).status, 404);
  assert.equal(at(await shop("GET", `/cart/${cart}`), "total", "amount"), 95);

  await shop("POST", `/cart/${cart}/lock`, BUYER);
  assert.equal(at(await reserve(shop, on, 1, { multiOrderKey: cart }), "errors", 0, "code"), "WRONG_STATE");
  assert.equal(at(await shop("POST", `/cart/${cart}/unlock`), "successful"), true);
  assert.equal(at(await reserve(shop, on, 1, { multiOrderKey: cart }), "successful"), true);
  await db.query(`UPDATE sale SET expires_at = now() + interval '1 minute' WHERE cart_key = $1`, [cart]);
  assert.equal(at(await shop("POST", `/cart/${cart}/extend`), "expirySeconds"), 900);

  await db.query(
    `UPDATE sale SET created_at = now() - interval '3 hours', expires_at = now() + interval '1 second' WHERE cart_key = $1`,
    [cart],
  );
  assert.equal(at(await shop("POST", `/cart/${cart}/extend`), "errors", 0, "code"), "CEILING_REACHED");
  await db.query(`UPDATE sale SET expires_at = now() WHERE cart_key = $1`, [cart]);
  for (const step of ["lock", "unlock", "extend"]) {
    const ended = await shop("POST", `/cart/${cart}/${step}`, step === "lock" ? BUYER : undefined);
    assert.equal(at(ended, "errors", 0, "code"), "HOLD_ENDED", step);
  }
});
