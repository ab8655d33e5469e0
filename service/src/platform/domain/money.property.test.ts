import assert from "node:assert/strict";
import test from "node:test";
import fc from "fast-check";
import { addMoney, parseMoney, taxInside, timesMoney, toDecimal } from "./money.ts";

const currency = fc.constantFrom("AUD", "NZD", "JPY", "KWD");
const money = fc.record({ minor: fc.integer({ min: -1_000_000_000_000, max: 1_000_000_000_000 }), currency });

test("P10: parses the text of an amount back to the same amount", () => {
  fc.assert(
    fc.property(money, (amount) => {
      const read = parseMoney(toDecimal(amount), amount.currency);
      assert.deepEqual(read, { ...amount, minor: amount.minor === 0 ? 0 : amount.minor });
    }),
  );
});

test("P10: refuses one decimal too many, unless it is a zero", () => {
  fc.assert(
    fc.property(money, fc.integer({ min: 1, max: 9 }), (amount, digit) => {
      const text = toDecimal(amount);
      const point = text.includes(".") ? "" : ".";
      assert.equal(parseMoney(`${text}${point}${digit}`, amount.currency), undefined);
      assert.equal(parseMoney(`${text}${point}0`, amount.currency)?.minor === amount.minor, true);
    }),
  );
});

test("P10: multiplies a price to the same amount as repeated addition", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 100_000_000 }),
      currency,
      fc.integer({ min: 1, max: 50 }),
      (minor, code, times) => {
        const price = { minor, currency: code };
        assert.deepEqual(Array(times).fill(price).reduce(addMoney), timesMoney(price, times));
      },
    ),
  );
});

test("refuses to add two currencies", () => {
  assert.throws(() => addMoney({ minor: 1, currency: "AUD" }, { minor: 1, currency: "NZD" }));
});

const texts = [
  "",
  " 1",
  "1 ",
  "+1",
  "1e3",
  ".5",
  "5.",
  "1,000",
  "0x10",
  "--1",
  "Infinity",
  "NaN",
  "١",
  "12345678901234",
];
for (const text of texts) {
  test(`refuses "${text}" as an amount`, () => assert.equal(parseMoney(text, "AUD"), undefined));
}

test("calculates the tax inside an amount as in the examples of the tax authorities, within rounding", () => {
  assert.deepEqual(taxInside({ minor: 11_000, currency: "AUD" }), { minor: 1_000, currency: "AUD" });
  assert.deepEqual(taxInside({ minor: 11_500, currency: "NZD" }), { minor: 1_500, currency: "NZD" });
  assert.deepEqual(taxInside({ minor: 9_500, currency: "NZD" }), { minor: 1_239, currency: "NZD" });
  assert.deepEqual(taxInside({ minor: 500, currency: "JPY" }), { minor: 0, currency: "JPY" });
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000_000_000 }), (minor) => {
      const tax = taxInside({ minor, currency: "AUD" });
      assert.ok(Math.abs(tax.minor * 11 - minor) <= 5.5 + 1e-9);
    }),
  );
});
