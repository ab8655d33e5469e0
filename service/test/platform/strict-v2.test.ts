import assert from "node:assert/strict";
import test from "node:test";
import { createApp } from "#src/app.ts";
import { callsOf } from "#src/calls.ts";
import { asking, at, BUYER, CARD, openShop } from "#test/test-app.ts";
import { testWorld } from "#test/world.ts";

const { db, accountId, promoter, reserved, close } = await openShop();
const strict = createApp(testWorld(db), { calls: callsOf({ strictV2: true }) });
test.after(async () => {
  await strict.close();
  await close();
});
const [shop, manager] = [asking(strict, "shop"), asking(strict, "promoter")];

test("under STRICT_V2 there is no call for vouchers, the waiting list, refunds, choices and cancellations about money", async () => {
  const { cart, key, event, date } = await reserved();
  for (const [ask, method, path] of [
    [manager, "POST", "/voucher"],
    [manager, "GET", `/account/${accountId}/vouchers`],
    [manager, "GET", `/account/${accountId}/paymentMethods`],
    [shop, "POST", `/cart/${cart}/voucher`],
    [shop, "GET", `/event/${event}/waitingList`],
    [manager, "POST", `/order/${key}/refund`],
    [manager, "POST", "/admission/1/refund"],
    [manager, "GET", `/order/${key}/refunds`],
    [manager, "PUT", `/event/${event}/cancel`],
    [manager, "PUT", `/eventDate/${date}/cancel`],
    [manager, "GET", "/refundJob/1"],
    [shop, "POST", `/order/${key}/choice`],
    [shop, "POST", `/order/${key}/refundByBuyer`],
    [shop, "POST", `/order/${key}/refundRequest`],
    [manager, "GET", `/account/${accountId}/refundRequests`],
    [manager, "POST", "/refundRequest/1/approve"],
    [manager, "POST", "/refundRequest/1/decline"],
  ] as const) {
    const answered = await ask(method, path, method === "GET" ? undefined : { refund: "all" });
    assert.deepEqual([answered.status, at(answered, "errors", 0, "path")], [404, ""], path);
  }
  assert.equal(at(await promoter("GET", `/event/${event}`), "cancelled"), false);
});

test("under STRICT_V2 the fields of extensions are refused by name, and the plain purchase works", async () => {
  const { cart, key } = await reserved();
  for (const more of [{ POSTCODE: "6011" }, { messages: { address: "https://tickets.example/api", token: "a" } }]) {
    const refused = await shop("POST", `/cart/${cart}/lock`, { ...BUYER, ...more });
    assert.deepEqual([refused.status, at(refused, "errors", 0, "path")], [400, Object.keys(more)[0]]);
  }
  assert.equal((await shop("POST", `/cart/${cart}/lock`, BUYER)).status, 200);
  const voucher = { code: "0000-0000-0000-0000" };
  const both = await shop("POST", `/cart/${cart}/payment`, { amount: 95, creditCard: CARD, voucher });
  assert.deepEqual([both.status, at(both, "errors", 0, "code")], [400, "UNKNOWN_FIELD"]);
  const parts = { amounts: { VOUCHER: 20, CREDIT_CARD: 75 }, creditCard: CARD };
  assert.equal((await shop("POST", `/reservation/${key}/payment`, parts)).status, 400);
  assert.equal(at(await shop("POST", `/cart/${cart}/payment`, { amount: 95, creditCard: CARD }), "type"), "SUCCESS");
});
