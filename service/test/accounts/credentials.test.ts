import assert from "node:assert/strict";
import test from "node:test";
import { payCart } from "#src/payments/use-cases/pay-cart.ts";
import { fingerprinter } from "#src/platform/outside/fingerprint.ts";
import { asking } from "#test/asking.ts";
import { answerType, CARD as TEST_CARD } from "#test/buying.ts";
import { testDatabase } from "#test/cluster.ts";
import { at, BUYER, CARD, openShop } from "#test/selling.ts";
import { stage } from "#test/stage.ts";

const { app, processor, shop, reserve, reserved, putOn, close } = await openShop();
test.after(close);

const IN_AN_HOUR = new Date(Date.now() + 3_600_000).toISOString();

async function newCredential(name: string) {
  const made = await shop("POST", "/user/token", { scopes: ["PUBLIC"], expiresAt: IN_AN_HOUR, name });
  return { id: Number(at(made, "id")), ask: asking(app, "shop", String(at(made, "token"))) };
}

test("the shop's credential is replaced while a buyer pays: the cart goes on, and the old one is refused", async () => {
  const old = await newCredential("until today");
  const on = await putOn();
  const reserved = await reserve(old.ask, on, 1);
  const cart = String(at(reserved, "multiSaleKey"));
  assert.equal(at(await old.ask("POST", `/cart/${cart}/lock`, BUYER), "successful"), true);

  const fresh = await newCredential("from today");
  assert.equal(at(await fresh.ask("GET", `/cart/${cart}`), "sales", 0, "status"), "LOCKED");
  const paid = await fresh.ask(
    "POST",
    `/cart/${cart}/payment`,
    `{"amount": 47.50, "creditCard": ${JSON.stringify(CARD)}}`,
  );
  assert.equal(at(paid, "type"), "SUCCESS", JSON.stringify(paid.body));

  assert.equal((await shop("DELETE", `/user/token/${old.id}`)).status, 200);
  assert.equal((await old.ask("GET", `/cart/${cart}`)).status, 401);
  assert.equal(at(await fresh.ask("GET", `/cart/${cart}`), "sales", 0, "status"), "CONFIRMED");
});

test("a payment goes on under another CARD_KEY", async () => {
  const { db, drop } = await testDatabase();
  test.after(drop);
  const { world, caller, holdLocked, pay } = await stage(db);
  const before = await holdLocked([1]);
  assert.equal(answerType(await pay(before.cartKey, "47.50")), "SUCCESS");
  const { cartKey } = await holdLocked([1]);
  const rotated = { ...world, cardFingerprint: fingerprinter("another key") };
  const parts = [{ method: "CREDIT_CARD" as const, text: "47.50" }];
  assert.equal(answerType(await payCart(rotated, { caller, scope: { cartKey }, parts, card: TEST_CARD })), "SUCCESS");
});

test("answers 429 with the documented body to many guesses at once, and a guessed call pays nothing", async () => {
  const { cart } = await reserved();
  const before = [...processor.ledger];
  const guesses = await Promise.all(
    Array.from({ length: 16 }, (_, nth) =>
      asking(app, "promoter", `guess ${nth}`)("POST", `/cart/${cart}/payment`, { amount: 95, creditCard: CARD }),
    ),
  );
  const statuses = guesses.map(({ status }) => status).toSorted();
  assert.deepEqual(statuses, [...Array(4).fill(401), ...Array(12).fill(429)]);
  const putOff = guesses.find(({ status }) => status === 429);
  assert.match(String(putOff?.headers["retry-after"]), /^[1-9]\d*$/);
  const { successful, messages, errors } = Object(putOff?.body);
  assert.deepEqual([successful, messages, errors[0].path], [false, [errors[0].message], "Authorization"]);
  assert.equal(errors[0].code, "TOO_MANY_FAILURES");
  assert.deepEqual(processor.ledger, before);
  assert.equal(at(await shop("GET", `/cart/${cart}`), "sales", 0, "status"), "RESERVED");
});
