import assert from "node:assert/strict";
import { test } from "node:test";
import { presaleOf, priceOf, statusText } from "./price-text.ts";

test("a presale has its own state and price, until the tickets are on sale to everybody or sold out", () => {
  const [from, presale] = [
    { minor: 2000, currency: "NZD" },
    { minor: 1500, currency: "NZD" },
  ];
  for (const [saleStatus, text, price, ofPresale] of [
    ["NOT_ON_SALE", "On sale with a code", presale, presale],
    ["ON_SALE", undefined, from, undefined],
    ["SOLD_OUT", "Sold out", undefined, undefined],
  ] as const) {
    const forSale = { saleStatus, from, presale };
    assert.deepEqual([statusText(forSale, "en"), priceOf(forSale), presaleOf(forSale)], [text, price, ofPresale]);
  }
});
