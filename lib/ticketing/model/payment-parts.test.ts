import assert from "node:assert/strict";
import { test } from "node:test";
import { paymentParts } from "./payment-parts.ts";

const NZD = (minor: number) => ({ minor, currency: "NZD" });
const voucher = (minor: number, currency = "NZD") => ({ code: "CODE", balance: { minor, currency } });

test("a voucher pays as much as it can, and the card pays the rest", () => {
  assert.deepEqual(paymentParts({ total: NZD(5500), voucher: voucher(2000) }), { voucher: NZD(2000), card: NZD(3500) });
  assert.deepEqual(paymentParts({ total: NZD(5500), voucher: voucher(9000) }), { voucher: NZD(5500), card: NZD(0) });
});

test("without a voucher, or with one in another currency, the card pays everything", () => {
  assert.deepEqual(paymentParts({ total: NZD(5500) }), { voucher: NZD(0), card: NZD(5500) });
  assert.deepEqual(paymentParts({ total: NZD(5500), voucher: voucher(2000, "AUD") }).card, NZD(5500));
});
