import assert from "node:assert/strict";
import { test } from "node:test";
import { wayBackOf } from "./buyer-refund.ts";

const NOW = new Date("2027-02-10T00:00:00Z");
const STARTS_AT = "2027-02-12T00:00:00Z";
const POLICY = { untilHoursBefore: 24, percentage: 100, keepsFee: false };
const aud = (minor: number) => ({ minor, currency: "AUD" });
const ADMISSION = { status: "CONFIRMED", paid: aud(4750), fee: aud(250) } as const;
const TICKET = { admission: ADMISSION, startsAt: STARTS_AT, isCancelled: false, policy: POLICY };

test("a ticket goes back for what was paid for it, until the policy's hours before the date", () => {
  assert.deepEqual(wayBackOf(TICKET, NOW), { way: "refund", amount: aud(4750) });
  assert.deepEqual(wayBackOf(TICKET, new Date("2027-02-10T23:59:59.999Z")), { way: "refund", amount: aud(4750) });
  assert.deepEqual(wayBackOf(TICKET, new Date("2027-02-11T00:00:00Z")), { way: "request" });
});

test("the fee may be kept, and a part is rounded down", () => {
  const refund = (paid: number, fee: number, policy: object) =>
    wayBackOf(
      { ...TICKET, admission: { ...ADMISSION, paid: aud(paid), fee: aud(fee) }, policy: { ...POLICY, ...policy } },
      NOW,
    );
  assert.deepEqual(refund(4750, 250, { keepsFee: true }), { way: "refund", amount: aud(4500) });
  assert.deepEqual(refund(4751, 250, { percentage: 50 }), { way: "refund", amount: aud(2375) });
  assert.deepEqual(refund(100, 250, { keepsFee: true }), { way: "refund", amount: aud(0) });
});

test("the organiser decides about a cancelled date, and where the policy gives nothing", () => {
  assert.deepEqual(wayBackOf({ ...TICKET, isCancelled: true }, NOW), { way: "request" });
  assert.deepEqual(wayBackOf({ ...TICKET, policy: null }, NOW), { way: "request" });
  assert.deepEqual(wayBackOf({ ...TICKET, policy: { ...POLICY, percentage: 0 } }, NOW), { way: "request" });
  assert.deepEqual(wayBackOf({ ...TICKET, startsAt: undefined }, NOW), { way: "request" });
});

test("a used or returned ticket cannot be returned", () => {
  const back = (changed: object) => wayBackOf({ ...TICKET, admission: { ...ADMISSION, ...changed } }, NOW);
  assert.equal(back({ status: "REFUNDED" }), undefined);
  assert.equal(back({ status: "RETURNED" }), undefined);
  assert.equal(back({ admittedAt: "2027-02-09T00:00:00Z" }), undefined);
  assert.deepEqual(back({ status: "PENDING_GUEST_DETAILS" }), { way: "refund", amount: aud(4750) });
});
