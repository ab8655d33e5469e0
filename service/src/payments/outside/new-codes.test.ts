import assert from "node:assert/strict";
import test from "node:test";
import { formatVoucherCode, parseVoucherCode } from "#src/payments/domain/voucher.ts";
import { newVoucherCode } from "./new-codes.ts";

test("a new code has 80 random bits and reads back from the way it is printed", () => {
  const codes = Array.from({ length: 500 }, newVoucherCode);
  assert.equal(new Set(codes).size, codes.length);
  for (const code of codes) assert.equal(parseVoucherCode(formatVoucherCode(code)), code);
  assert.equal(new Set(codes.join("")).size, 32, "every character of the alphabet occurs");
});
