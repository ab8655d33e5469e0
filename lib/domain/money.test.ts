import assert from "node:assert/strict";
import { test } from "node:test";
import { formatMoney, type Money } from "#lib/domain/money.ts";

/** A space that breaks no line is a space to a reader. */
function said(money: Money, locale: string): string {
  return formatMoney(money, locale).replace(/[\u00a0\u202f]/g, " ");
}

test("an amount has its currency's decimals: none, two or three", () => {
  assert.equal(said({ minor: 4850, currency: "NZD" }, "en"), "$48.50");
  assert.equal(said({ minor: 4500, currency: "JPY" }, "en"), "¥4,500");
  assert.equal(said({ minor: 1234, currency: "KWD" }, "en"), "KWD 1.234");
});

test("each language writes it in its own way, and says whose dollars they are", () => {
  assert.equal(said({ minor: 123450, currency: "NZD" }, "de"), "1.234,50 NZ$");
  assert.equal(said({ minor: 123450, currency: "EUR" }, "fr"), "1 234,50 €");
  assert.equal(said({ minor: 4850, currency: "NZD" }, "es"), "48,50 NZD");
});

test("figures are the same in Arabic, and a sign stays with its letters", () => {
  assert.equal(said({ minor: 4850, currency: "NZD" }, "ar"), "\u200f48.50 NZ$\u200e");
  assert.equal(said({ minor: -4850, currency: "NZD" }, "ar"), "\u200f\u200e-48.50\u200f NZ$\u200e");
  assert.equal(said({ minor: 1234, currency: "KWD" }, "ar"), "\u200f1.234 د.ك.\u200f");
});
