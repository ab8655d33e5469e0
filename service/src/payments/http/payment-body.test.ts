import assert from "node:assert/strict";
import test from "node:test";
import fc from "fast-check";
import { plainDecimal, withNumbersAsText } from "./payment-body.ts";

const table: readonly (readonly [source: string, plain: string])[] = [
  ["1e1", "10"],
  ["1E+1", "10"],
  ["2.0", "2.0"],
  ["-0", "-0"],
  ["-0e0", "-0"],
  ["1.5E+2", "150"],
  ["25e-1", "2.5"],
  ["4750e-2", "47.50"],
  ["0.0475e3", "47.5"],
  ["1e-3", "0.001"],
  ["0e5", "0"],
  ["1e101", "1e101"],
  ["1e-999999999999", "1e-999999999999"],
];

for (const [source, plain] of table) {
  test(`${source} is ${plain}`, () => assert.equal(plainDecimal(source), plain));
}

test("an exponent does not change the value of a number", () => {
  const digits = fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n });
  fc.assert(
    fc.property(digits, fc.integer({ min: 0, max: 30 }), (whole, exponent) => {
      assert.equal(BigInt(plainDecimal(`${whole}e${exponent}`)), whole * 10n ** BigInt(exponent));
      const shifted = plainDecimal(`${whole}${"0".repeat(exponent)}e-${exponent}`);
      assert.equal(BigInt(shifted.replace(/\.0*$/, "")), whole);
    }),
  );
});

test("a body's numbers become plain text, and nothing else in it changes", () => {
  const body = `{"amounts":{"CASH":1e1,"CREDIT_CARD":0.1},"note":"1e1","list":[-0,true,null]}`;
  assert.deepEqual(withNumbersAsText(body), {
    amounts: { CASH: "10", CREDIT_CARD: "0.1" },
    note: "1e1",
    list: ["-0", true, null],
  });
});
