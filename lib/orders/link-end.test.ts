import assert from "node:assert/strict";
import { test } from "node:test";
import { hasLinkEnded } from "#lib/orders/tickets.ts";

const DAY = 24 * 60 * 60 * 1000;
const last = "2026-12-04T19:30:00.000+13:00";
const at = (days: number) => Date.parse(last) + days * DAY;
const onTicket = (startsAt: string) => ({ id: 8, startsAt, timeZone: "Pacific/Auckland" });

test("a link ends 30 days after the last date, and not before", () => {
  assert.deepEqual(
    [at(0), at(30), at(30) + 1].map((now) => hasLinkEnded({ lastDate: last }, [], now)),
    [false, false, true],
  );
  assert.deepEqual(
    [at(30), at(31)].map((now) => hasLinkEnded(undefined, [onTicket(last)], now)),
    [false, true],
  );
});

test("a postponed event keeps its links: the latest known date counts", () => {
  const postponed = { lastDate: "2027-03-04T19:30:00.000+13:00" };
  assert.equal(hasLinkEnded(postponed, [onTicket(last)], at(90)), false);
  assert.equal(hasLinkEnded({ lastDate: last }, [onTicket(postponed.lastDate)], at(90)), false);
});

test("without a known date no link ends", () => {
  assert.equal(hasLinkEnded(undefined, [undefined], at(9_000)), false);
  assert.equal(hasLinkEnded({}, [], at(9_000)), false);
});
