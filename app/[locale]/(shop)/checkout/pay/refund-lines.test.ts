import assert from "node:assert/strict";
import { test } from "node:test";
import type { CartEvent } from "#lib/cart/cart-view.ts";
import en from "#messages/en.json" with { type: "json" };
import { refundLines } from "./refund-lines.ts";

const POLICY = { untilHoursBefore: 48, percentage: 100, keepsFee: false };
const NOW = new Date("2026-12-01T12:00:00Z");
const refunds = (events: readonly CartEvent[], now = NOW) => refundLines(events, "en", en.Facts, now);
const lines = (events: readonly CartEvent[]) => refunds(events).lines;

function event(eventName: string, more: Partial<CartEvent> = {}): CartEvent {
  const date = { eventDateId: 1, startsAt: "2027-01-01T19:30:00.000+13:00", timeZone: "Pacific/Auckland", lines: [] };
  return { eventId: 1, eventName, dates: [date], ...more };
}

test("one event with one date has the date of its deadline", () => {
  assert.deepEqual(lines([event("Hamlet", { refundPolicy: POLICY })]), [
    "Full refund until Wed,\u00a030\u00a0Dec, 7:30\u00a0pm.",
  ]);
});

test("events with the same policy share a line, others have one each", () => {
  const [one, two] = [event("Hamlet", { refundPolicy: POLICY }), event("Macbeth", { refundPolicy: POLICY })];
  assert.deepEqual(lines([one, two]), ["Full refund until 48 hours before the event."]);
  assert.deepEqual(lines([one, event("Macbeth", { refundPolicy: null })]), [
    "Hamlet: Full refund until 48 hours before the event.",
    "Macbeth: Ask the organiser about refunds.",
  ]);
});

test("an event of a service without policies has no line", () => {
  assert.deepEqual(lines([event("Hamlet")]), []);
  assert.deepEqual(lines([event("Hamlet"), event("Macbeth", { refundPolicy: null })]), [
    "Macbeth: Ask the organiser about refunds.",
  ]);
});

test("money back is promised until the deadline, and not where the organiser decides", () => {
  const promised = (more: Partial<CartEvent>, now = NOW) => refunds([event("Hamlet", more)], now).isPromised;
  assert.equal(promised({ refundPolicy: POLICY }), true);
  const deadline = new Date("2026-12-30T06:30:00Z");
  assert.equal(promised({ refundPolicy: POLICY }, new Date(deadline.getTime() - 1)), true);
  assert.equal(promised({ refundPolicy: POLICY }, deadline), false);
  assert.match(refunds([event("Hamlet", { refundPolicy: POLICY })], deadline).lines[0] ?? "", /^Refunds closed/);
  assert.equal(promised({ refundPolicy: { ...POLICY, percentage: 0 } }), false);
  assert.equal(promised({ refundPolicy: null }), false);
  assert.equal(promised({}), false);
});
