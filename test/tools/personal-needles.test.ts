import assert from "node:assert/strict";
import { test } from "node:test";
import { PERSONAL } from "#test/tools/personal-needles.ts";

const found = (text: string) => PERSONAL.filter(({ isIn }) => isIn(Buffer.from(text))).map(({ name }) => name);

for (const [text, needle] of [
  ['{"buyer":"ada@example.com"}', "an email address"],
  ["?email=ada%40example.com", "an email address"],
  ['"Ada Lovelace"', "a name of a buyer"],
  ["GET /v2/cart/AB12CD34EF/payment", "a key of a sale or a cart"],
  ["K7QM-2F4T-9XWD-H3PR", "the code of a voucher"],
  [`/en/sales/${"aB3_".repeat(10)}`, "the link of an order or a waiting list"],
  ["authorization: Basic c2hvcDpzZWNyZXQ=", "a credential"],
] as const)
  test(`finds ${needle} in ${text.slice(0, 30)}`, () => assert.deepEqual(found(text), [needle]));

test("finds nothing in what the logs have", () => {
  const lines = [
    '{"level":"info","at":"2026-11-23T12:00:00.000Z","program":"service","request":"0af7651916cd43dd8448eb211c80319c"}',
    '{"call":"POST /v2/cart/:key/payment","code":"ECONNRESET","status":1234567890}',
    '{"stack":"at f (file:///srv/node_modules/@scope/file.js:1:2)","attempt":"0f8fad5b-d9cb-469f-a165-70867728950e"}',
    '{"name":"GET /[locale]/sales/[link]","startTimeUnixNano":"1764000000000000000"}',
  ];
  assert.deepEqual(lines.flatMap(found), []);
});
