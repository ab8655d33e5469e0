import assert from "node:assert/strict";
import { test } from "node:test";
import { hasExpired, parseExpiry } from "./card-expiry.ts";

test("parses an expiry in the ways that people write it", () => {
  for (const text of ["0729", "07/29", "07 / 29", "07 / 2029", "7/29", "07-29", "07.29", "072029", " 07/29 "]) {
    assert.deepEqual(parseExpiry(text), { month: 7, year: 2029 }, text);
  }
  assert.deepEqual(parseExpiry("12/30"), { month: 12, year: 2030 });
});

test("rejects a text that is not a month and a year", () => {
  for (const text of ["", "0", "07", "13/29", "00/29", "07/1929", "07/029", "July 2029", "07/29/30"]) {
    assert.equal(parseExpiry(text), undefined, text);
  }
});

test("accepts a card until its month has ended in the last time zone", () => {
  const november = { month: 11, year: 2026 };
  assert.equal(hasExpired(november, new Date("2026-11-30T23:59:59Z")), false);
  assert.equal(hasExpired(november, new Date("2026-12-01T11:59:59Z")), false);
  assert.equal(hasExpired(november, new Date("2026-12-01T12:00:00Z")), true);
  assert.equal(hasExpired({ month: 12, year: 2026 }, new Date("2026-12-31T12:00:00Z")), false);
});
