import assert from "node:assert/strict";
import { test } from "node:test";
import { messagePurchase } from "./message-kind.ts";

const PURCHASE = {
  order: "K7MQ2X",
  attempt: "0af76519-16cd-43dd-8448-eb211c80319c",
  request: "0af7651916cd43dd8448eb211c80319c",
};

test("P13: the purchase of a message is logged in the form of ours alone", () => {
  for (const purchase of [PURCHASE, {}]) assert.deepEqual(messagePurchase.parse(purchase), purchase);
  for (const other of [
    undefined,
    "K7MQ2X",
    { order: "ABCDEFGH12" },
    { ...PURCHASE, attempt: "Ada" },
    { request: "a b" },
  ])
    assert.equal(messagePurchase.parse(other), undefined);
});
