import assert from "node:assert/strict";
import { test } from "node:test";
import {
  combineReadings,
  isPastTimeouts,
  needsSupport,
  type PaymentStatus,
  pauseBeforeRead,
  paymentStatusOf,
  type SaleReading,
} from "./payment-status.ts";

test("derives the payment status from one reading of all sales", () => {
  const table: readonly (readonly [readonly SaleReading[], PaymentStatus])[] = [
    [["CONFIRMED"], "paid"],
    [["CONFIRMED", "CONFIRMED"], "paid"],
    [["PROCESSING"], "waiting"],
    [["CONFIRMED", "PROCESSING"], "waiting"],
    [["CONFIRMED", "LOCKED"], "mixed"],
    [["CONFIRMED", "not_found"], "mixed"],
    [["CONFIRMED", "UNFULFILLED"], "mixed"],
    [["CONFIRMED", "LOCKED", "unreadable"], "waiting"],
    [["unreadable"], "waiting"],
    [["LOCKED", "unreadable"], "waiting"],
    [["RESERVED"], "unpaid"],
    [["LOCKED"], "unpaid"],
    [["LOCKED", "RESERVED"], "unpaid"],
    [["LOCKED", "not_found"], "unpaid"],
    [["not_found"], "not_found"],
    [["not_found", "not_found"], "not_found"],
    [[], "not_found"],
    [["UNFULFILLED"], "unfulfilled"],
    [["UNFULFILLED", "unreadable"], "unfulfilled"],
  ];
  for (const [reads, status] of table) assert.equal(paymentStatusOf(reads), status, reads.join());
});

test("P05: accepts a payment when seen once, and an absence when seen twice after the timeout", () => {
  const table: readonly (readonly [PaymentStatus, PaymentStatus | undefined, PaymentStatus])[] = [
    ["paid", undefined, "paid"],
    ["unfulfilled", undefined, "unfulfilled"],
    ["waiting", undefined, "waiting"],
    ["unpaid", undefined, "waiting"],
    ["not_found", undefined, "waiting"],
    ["unpaid", "unpaid", "unpaid"],
    ["not_found", "not_found", "not_found"],
    ["unpaid", "not_found", "waiting"],
    ["mixed", undefined, "waiting"],
    ["mixed", "mixed", "mixed"],
    ["mixed", "paid", "paid"],
    ["mixed", "waiting", "waiting"],
    ["not_found", "unpaid", "waiting"],
    ["unpaid", "waiting", "waiting"],
    ["unpaid", "paid", "paid"],
    ["not_found", "paid", "paid"],
    ["unpaid", "unfulfilled", "unfulfilled"],
  ];
  for (const [first, second, end] of table) assert.equal(combineReadings(first, second), end, `${first}, ${second}`);
});

test("the longest time-out is 35 seconds after the attempt was opened, and it must have passed", () => {
  const openedAt = "2026-11-21T10:00:00.000Z";
  assert.equal(isPastTimeouts(openedAt, new Date("2026-11-21T10:00:35.000Z")), false);
  assert.equal(isPastTimeouts(openedAt, new Date("2026-11-21T10:00:35.001Z")), true);
});

test("names a contact after ten minutes", () => {
  const openedAt = "2026-11-21T10:00:00.000Z";
  assert.equal(needsSupport(openedAt, new Date("2026-11-21T10:09:59.999Z")), false);
  assert.equal(needsSupport(openedAt, new Date("2026-11-21T10:10:00.000Z")), true);
});

test("readings come after 1, 2, 4 and 8 seconds, then every 10", () => {
  assert.deepEqual([0, 1, 2, 3, 4, 5, 99].map(pauseBeforeRead), [1, 2, 4, 8, 10, 10, 10]);
});
