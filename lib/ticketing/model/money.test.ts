import assert from "node:assert/strict";
import { test } from "node:test";
import { code, codes } from "currency-codes";
import { currencyDigits, formatMoney, type Money } from "./money.ts";

/** Returns an amount with spaces for no-break spaces. */
function said(money: Money, locale: string, home?: string): string {
  return formatMoney(money, locale, home).replace(/[\u00a0\u202f]/g, " ");
}

test("P10: an amount has its currency's decimals: none, two or three", () => {
  assert.equal(said({ minor: 4850, currency: "NZD" }, "en"), "NZ$48.50");
  assert.equal(said({ minor: 4500, currency: "JPY" }, "en"), "¥4,500");
  assert.equal(said({ minor: 1234, currency: "KWD" }, "en"), "KWD 1.234");
  assert.equal(said({ minor: 499_050, currency: "HUF" }, "de"), "4.990,50 HUF");
  assert.equal(said({ minor: 1_499_000, currency: "COP" }, "es"), "14.990,00 COP");
  assert.equal(said({ minor: 1234, currency: "IQD" }, "en"), "IQD 1.234");
});

test("writes an amount in each language, and names foreign dollars", () => {
  assert.equal(said({ minor: 123450, currency: "NZD" }, "de"), "1.234,50 NZ$");
  assert.equal(said({ minor: 123450, currency: "EUR" }, "fr"), "1 234,50 €");
  assert.equal(said({ minor: 4850, currency: "NZD" }, "es"), "48,50 NZD");
});

test("digits are the same in Arabic, and a sign stays with its letters", () => {
  assert.equal(said({ minor: 4850, currency: "NZD" }, "ar"), "\u200f48.50 NZ$\u200e");
  assert.equal(said({ minor: -4850, currency: "NZD" }, "ar"), "\u200f\u200e-48.50\u200f NZ$\u200e");
  assert.equal(said({ minor: 1234, currency: "KWD" }, "ar"), "\u200f1.234 د.ك.\u200f");
});

for (const [currency, locale, text] of [
  ["AUD", "en", "A$48.50"],
  ["USD", "en", "USD 48.50"],
  ["EUR", "en", "EUR 48.50"],
  ["AUD", "de", "48,50 AU$"],
  ["USD", "de", "48,50 USD"],
  ["AUD", "fr", "48,50 $AU"],
  ["NZD", "en", "NZ$48.50"],
] as const)
  test(`an account in New Zealand dollars writes 48.50 ${currency} as ${text} in ${locale}`, () => {
    assert.equal(said({ minor: 4850, currency }, locale, "NZD"), text);
  });

test("an account in Australian dollars writes New Zealand dollars with their country sign", () => {
  assert.equal(said({ minor: 4850, currency: "NZD" }, "en", "AUD"), "NZ$48.50");
});

for (const [currency, locale, text] of [
  ["NZD", "en", "NZ$48.50"],
  ["USD", "en", "USD 48.50"],
  ["USD", "de", "48,50 USD"],
  ["EUR", "en", "€48.50"],
  ["NZD", "de", "48,50 NZ$"],
  ["NZD", "fr", "48,50 $NZ"],
] as const)
  test(`48.50 ${currency} is ${text} in ${locale}`, () => {
    assert.equal(said({ minor: 4850, currency }, locale), text);
  });

/** Gold, test codes and units of account: ISO 4217 has no minor unit for them, and prices do not use them. */
const WITHOUT_MINOR_UNIT = /^X(AG|AU|BA|BB|BC|BD|DR|PD|PT|SU|TS|UA|XX)$/;

test("every currency has the decimals that ISO 4217 publishes for it", () => {
  const currencies = codes().filter((currency) => !WITHOUT_MINOR_UNIT.test(currency));
  assert.ok(currencies.length > 150);
  for (const currency of currencies) assert.equal(currencyDigits(currency), code(currency)?.digits, currency);
});

test("HUF, IDR, COP and PKR have two decimals and IQD three, whatever the runtime shows", () => {
  assert.deepEqual(["HUF", "IDR", "COP", "PKR", "IQD", "JPY"].map(currencyDigits), [2, 2, 2, 2, 3, 0]);
});
