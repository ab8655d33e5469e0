import assert from "node:assert/strict";
import { test } from "node:test";
import { exactAmount } from "#lib/ticketing/wire/exact-amount.ts";

for (const [minor, currency, wire] of [
  [3000, "AUD", "30.00"],
  [9700, "AUD", "97.00"],
  [5, "AUD", "0.05"],
  [0, "AUD", "0.00"],
  [30, "JPY", "30"],
  [1500, "KWD", "1.500"],
] as const) {
  test(`P10: ${minor} of ${currency} is written as ${wire}`, () => {
    assert.equal(JSON.stringify({ amount: exactAmount({ minor, currency }) }), `{"amount":${wire}}`);
  });
}

test("the control: a plain number loses its decimals", () =>
  assert.equal(JSON.stringify({ amount: 30.0 }), '{"amount":30}'));
