import assert from "node:assert/strict";
import { test } from "node:test";
import { moneyText } from "./money.ts";

for (const [language, currency, text] of [
  ["en", "NZD", "$1,047.50"],
  ["de", "NZD", "1.047,50 NZ$"],
  ["fr", "NZD", "1 047,50 $NZ"],
  ["ar", "NZD", "\u200f1,047.50 NZ$\u200e"],
  ["en", "AUD", "A$1,047.50"],
  ["en", "USD", "USD 1,047.50"],
] as const)
  test(`a shop in New Zealand dollars shows 1047.50 ${currency} as ${text} in ${language}`, () => {
    assert.equal(moneyText("1047.50", { currency, language, home: "NZD" }), text);
  });

test("a deduction has a typographic minus sign", () => {
  assert.equal(moneyText("-9.70", { currency: "NZD", language: "en", home: "NZD" }), "\u2212$9.70");
  assert.equal(
    moneyText("-9.70", { currency: "NZD", language: "ar", home: "NZD" }),
    "\u200f\u200e\u22129.70\u200f NZ$\u200e",
  );
});

test("an amount has the decimals of the currency that it is written with", () => {
  assert.equal(moneyText("12.345", { currency: "KWD", language: "en", home: "NZD" }), "KWD 12.345");
});
