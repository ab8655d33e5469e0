import assert from "node:assert/strict";
import { test } from "node:test";
import type { SaleResult } from "#lib/domain/payment/attempt.ts";
import { receiptResult } from "./receipt.ts";

const END: SaleResult = { key: "a", eventId: 1, eventName: "Catiline", result: "not_paid" };
const KNOWN = { read: "CONFIRMED", earlier: undefined, waiting: ["a"], isSeenPaid: false } as const;

test("a sale that was seen paid stays paid when it cannot be read", () => {
  assert.equal(receiptResult(END, { ...KNOWN, read: "unreadable", isSeenPaid: true }), "paid");
});

test("a sale that is unreadable and was never seen paid, or is processing, is being checked", () => {
  assert.equal(receiptResult(END, { ...KNOWN, read: "unreadable" }), "checking");
  assert.equal(receiptResult(END, { ...KNOWN, read: "PROCESSING", isSeenPaid: true }), "checking");
});

test("a sale that left the cart and no longer exists was released, one that is still in the cart was not", () => {
  assert.equal(receiptResult(END, { ...KNOWN, read: "not_found", waiting: [] }), "released");
  assert.equal(receiptResult(END, { ...KNOWN, read: "not_found" }), "not_paid");
});
