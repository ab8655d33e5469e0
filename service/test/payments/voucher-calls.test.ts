import assert from "node:assert/strict";
import test from "node:test";
import { at, BUYER, CARD, openShop } from "#test/test-app.ts";

const testApp = await openShop();
const { accountId, shop, promoter, stranger, reserved, close } = testApp;
test.after(close);

async function makeVoucher(amount = 20): Promise<{ readonly id: number; readonly code: string }> {
  const made = await promoter("POST", "/voucher", { amount });
  assert.equal(made.status, 200, JSON.stringify(made.body));
  return { id: Number(at(made, "id")), code: String(at(made, "code")) };
}

async function locked(quantity = 1) {
  const order = await reserved(quantity);
  await shop("POST", `/cart/${order.cart}/lock`, BUYER);
  return order;
}

const errorOf = (answered: Awaited<ReturnType<typeof shop>>) => [answered.status, at(answered, "errors", 0, "code")];

test("a manager makes a voucher, reads its balance and movements, lists it and switches it off", async () => {
  const { id, code } = await makeVoucher();
  assert.match(code, /^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
  const { cart } = await locked();
  await shop("POST", `/cart/${cart}/payment`, { amount: 47.5, creditCard: CARD, voucher: { code, amount: 12.5 } });
  const read = await promoter("GET", `/voucher/${id}`);
  assert.deepEqual(at(read, "balance"), { amount: 7.5, currency: "NZD" });
  assert.deepEqual(at(read, "initialValue"), { amount: 20, currency: "NZD" });
  assert.deepEqual(
    [at(read, "movements", 0, "amount", "amount"), at(read, "movements", 0, "cartId"), at(read, "state")],
    [-12.5, cart, "ACTIVE"],
  );
  const listed = await promoter("GET", `/account/${accountId}/vouchers?pageSize=1`);
  assert.deepEqual([at(listed, "vouchers", 0, "id"), at(listed, "vouchers", 0, "balance", "amount")], [id, 7.5]);
  assert.equal((await promoter("PUT", `/voucher/${id}/enable/false`)).status, 200);
  assert.equal(at(await promoter("GET", `/voucher/${id}`), "state"), "DISABLED");
});

test("a voucher needs a value above zero that its currency can express, and an instant to expire at", async () => {
  for (const body of [{ amount: 0 }, { amount: 1.005 }, { amount: 1e11 }, { amount: 5, expiresAt: "soon" }]) {
    assert.equal((await promoter("POST", "/voucher", body)).status, 400, JSON.stringify(body));
  }
});

test("a voucher pays for one reservation through amounts, and without BOX_OFFICE; cash needs it", async () => {
  const { code } = await makeVoucher(60);
  const { key } = await locked();
  const pay = (body: object) => shop("POST", `/reservation/${key}/payment`, body);
  assert.equal((await pay({ amounts: { VOUCHER: 20, CASH: 27.5 }, voucher: { code } })).status, 403);
  assert.deepEqual(errorOf(await pay({ amounts: { VOUCHER: 47.5 } })), [400, "REQUIRED"]);
  assert.equal(at(await pay({ amounts: { VOUCHER: 47.5 }, voucher: { code } }), "type"), "SUCCESS");
});

test("a part for the card without a card is refused, and the voucher keeps its balance", async () => {
  const { id, code } = await makeVoucher();
  const { cart } = await locked();
  const refused = await shop("POST", `/cart/${cart}/payment`, { amount: 47.5, voucher: { code } });
  assert.deepEqual([...errorOf(refused), at(refused, "errors", 0, "path")], [400, "REQUIRED", "creditCard"]);
  assert.equal(at(await promoter("GET", `/voucher/${id}`), "balance", "amount"), 20);
});

test("an unknown code, another account's and a disabled one are answered alike, five times an hour for a cart", async () => {
  const { id, code: disabled } = await makeVoucher();
  await promoter("PUT", `/voucher/${id}/enable/false`);
  const foreign = String(at(await stranger("POST", "/voucher", { amount: 500 }), "code"));
  const { code: valid } = await makeVoucher();
  const { cart } = await locked();
  const ask = (code: string) => shop("POST", `/cart/${cart}/voucher`, { code });
  const answers = [];
  for (const code of [disabled, foreign, "0000-0000-0000-0000", "nonsense", "x"]) answers.push((await ask(code)).body);
  assert.equal(new Set(answers.map((body) => JSON.stringify(body))).size, 1, JSON.stringify(answers));
  const sixth = await ask(valid);
  assert.deepEqual(errorOf(sixth), [429, "TOO_MANY_FAILURES"]);
  assert.ok(Number(sixth.headers["retry-after"]) > 3_590);
  assert.equal(at(await shop("POST", `/cart/${(await locked()).cart}/voucher`, { code: valid }), "successful"), true);
});
