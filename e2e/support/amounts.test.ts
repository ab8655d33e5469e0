import assert from "node:assert/strict";
import { test } from "node:test";
import { amountIn } from "./amounts.ts";

test("reads the same amount from a decimal number and from prices of every language", () => {
  for (const shown of ["1248.50", "$1,248.50", "A$1,248.50", "1.248,50 €", "1 248,50 €", "١٬٢٤٨٫٥٠ US$"])
    assert.equal(amountIn(shown), 124_850, shown);
  assert.equal(amountIn("KWD 12.345"), 12_345);
  assert.equal(amountIn("¥45"), 45);
});
