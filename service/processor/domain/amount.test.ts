import assert from "node:assert/strict";
import { test } from "node:test";
import { isAmount } from "./amount.ts";

test("P10: accepts only an amount above 0 with exactly the decimals of its currency", () => {
  assert.equal(isAmount("97.00", "AUD"), true);
  assert.equal(isAmount("0.01", "AUD"), true);
  assert.equal(isAmount("45", "JPY"), true);
  assert.equal(isAmount("1.500", "KWD"), true);
  for (const amount of ["0.00", "97", "97.0", "97.000", "-1.00", "1e2", "097.00", "97,00", " 97.00", "NaN", ""]) {
    assert.equal(isAmount(amount, "AUD"), false, amount);
  }
  assert.equal(isAmount("45.00", "JPY"), false);
});
