import assert from "node:assert/strict";
import { test } from "node:test";
import type { SaleEnd } from "#lib/domain/payment/attempt.ts";
import { became } from "./receipt.ts";

const END: SaleEnd = { key: "a", eventId: 1, eventName: "Catiline", became: "not_paid" };
const KNOWN = { read: "CONFIRMED", earlier: undefined, waiting: ["a"], isSeenPaid: false } as const;

test("a sale that was seen paid is paid although it cannot be read now", () => {
  assert.equal(became(END, { ...KNOWN, read: "unreadable", isSeenPaid: true }), "paid");
});

test("a sale that was never seen paid and cannot be read, or is under way, is being checked", () => {
  assert.equal(became(END, { ...KNOWN, read: "unreadable" }), "checking");
  assert.equal(became(END, { ...KNOWN, read: "PROCESSING", isSeenPaid: true }), "checking");
});

test("a sale that left the cart and is gone was released, and one that is still there was not", () => {
  assert.equal(became(END, { ...KNOWN, read: "gone", waiting: [] }), "released");
  assert.equal(became(END, { ...KNOWN, read: "gone" }), "not_paid");
});
