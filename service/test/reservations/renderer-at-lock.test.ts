import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createApp } from "#src/app.ts";
import { callsOf } from "#src/calls.ts";
import { asking } from "#test/asking.ts";
import { at, BUYER, openShop } from "#test/selling.ts";
import { testWorld } from "#test/world.ts";

let shop: Awaited<ReturnType<typeof openShop>>;

before(async () => {
  shop = await openShop();
});
after(() => shop.close());

const MESSAGES = { address: "https://tickets.example/api/messages", token: "sealed" };

async function storedOf(cart: string): Promise<readonly unknown[]> {
  const rows = await shop.db.query<{ messages: unknown }>("SELECT messages FROM sale WHERE cart_key = $1", [cart]);
  return rows.map(({ messages }) => messages);
}

test("stores where messages are rendered with the sales of the cart, also when a later lock does not repeat it", async () => {
  const { cart } = await shop.reserved();
  const locked = await shop.shop("POST", `/cart/${cart}/lock`, { ...BUYER, messages: MESSAGES });
  assert.equal(at(locked, "successful"), true, JSON.stringify(locked.body));
  assert.deepEqual(await storedOf(cart), [MESSAGES]);
  await shop.shop("POST", `/cart/${cart}/lock`, BUYER);
  assert.deepEqual(await storedOf(cart), [MESSAGES]);
});

test("the token is in no answer about the sale", async () => {
  const { cart, key } = await shop.reserved();
  await shop.shop("POST", `/reservation/${key}/lock`, { ...BUYER, messages: { ...MESSAGES, token: "a sealed token" } });
  for (const path of [`/cart/${cart}`, `/reservation/${key}`, `/payment/${key}`])
    assert.doesNotMatch(JSON.stringify(await shop.shop("GET", path)), /a sealed token/);
});

for (const address of [
  "https://attacker.example/api/messages",
  "http://tickets.example/api/messages",
  "http://127.0.0.1/x",
]) {
  test(`refuses to render at ${address}, whose origin is not allowed, and locks nothing`, async () => {
    const { cart, key } = await shop.reserved();
    const refused = await shop.shop("POST", `/cart/${cart}/lock`, { ...BUYER, messages: { ...MESSAGES, address } });
    assert.equal(refused.status, 400);
    assert.deepEqual(
      [at(refused, "errors", 0, "path"), at(refused, "errors", 0, "code")],
      ["messages.address", "RANGE"],
    );
    assert.equal(at(await shop.shop("GET", `/payment/${key}`), "status"), "RESERVED");
  });
}

test("refuses an address that no message can be sent to", async () => {
  const { cart } = await shop.reserved();
  for (const EMAIL of ['"a b"@example.com', "ada@127.0.0.1", "ada@example.com\r\nBcc: b@example.com"]) {
    const refused = await shop.shop("POST", `/cart/${cart}/lock`, { ...BUYER, EMAIL });
    assert.deepEqual([refused.status, at(refused, "errors", 0, "path")], [400, "EMAIL"], EMAIL);
  }
});

test("a strict service refuses the field", async () => {
  const app = createApp(testWorld(shop.db), { calls: callsOf({ strictV2: true }) });
  const { cart } = await shop.reserved();
  const refused = await asking(app, "shop")("POST", `/cart/${cart}/lock`, { ...BUYER, messages: MESSAGES });
  assert.deepEqual([refused.status, at(refused, "errors", 0, "path")], [400, "messages"]);
  await app.close();
});
