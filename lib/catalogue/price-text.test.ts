import assert from "node:assert/strict";
import { test } from "node:test";
import { setAccountCurrency } from "#lib/ticketing/model/money.ts";
import { listFormat, presaleOf, priceFrom, priceOf, statusText } from "./price-text.ts";

setAccountCurrency("NZD");

const at = (country: string | undefined, minor: number, currency = "NZD") => ({
  from: { minor, currency },
  venue: country === undefined ? {} : { country },
});
const wellington = at("New Zealand", 4850);
const sydney = at("Australia", 3000);

function written(...listed: readonly ReturnType<typeof at>[]): readonly string[] {
  return listed.map(({ from }) => priceFrom(from, "en", listFormat(listed)));
}

test("a list of one currency in its own country has short prices", () => {
  assert.deepEqual(written(wellington, at("NZ", 1850), at(undefined, 0)), ["From $48.50", "From $18.50", "Free"]);
});

test("where one price of a list needs its country, all have it", () => {
  assert.deepEqual(written(wellington, sydney), ["From NZ$48.50", "From NZ$30.00"], "a venue in another country");
  assert.deepEqual(written(wellington, at("Australia", 3000, "AUD")), ["From NZ$48.50", "From A$30.00"]);
  assert.deepEqual(written(at("Australia", 3000, "AUD")), ["From A$30.00"], "another currency than the account's");
});

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
