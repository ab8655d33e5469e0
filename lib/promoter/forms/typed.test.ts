import assert from "node:assert/strict";
import { test } from "node:test";
import { dayAndClockOf, decimalOf, wallTimeOf } from "#lib/promoter/forms/typed.ts";

const AMOUNTS: readonly (readonly [typed: string, decimal: string])[] = [
  ["45", "45"],
  ["45.50", "45.50"],
  ["45,50", "45.50"],
  ["$45.5", "45.5"],
  ["1,250.50", "1250.50"],
  ["1.250,50 €", "1250.50"],
  ["1 250,50", "1250.50"],
  ["1’250.50", "1250.50"],
  ["1,250", "1250"],
  ["1.250.000", "1250000"],
  ["NZD 12.00", "12.00"],
  ["٤٥٫٥٠", "45.50"],
  ["-3,00", "-3.00"],
];

test("reads an amount as people of each language type it", () => {
  assert.deepEqual(
    AMOUNTS.map(([typed]) => decimalOf(typed)),
    AMOUNTS.map(([, decimal]) => decimal),
  );
});

test("leaves what is no amount as it was typed", () => {
  for (const typed of ["", "free", "12 or 13", ",", "4e3"]) assert.equal(decimalOf(typed), typed);
});

test("writes a time on the venue's clock as the wire has it, and back, also one that the reader's own clock skips", () => {
  assert.equal(wallTimeOf("2027-09-26", "02:30"), "26-09-2027T02:30");
  assert.deepEqual(dayAndClockOf("26-09-2027T02:30"), ["2027-09-26", "02:30"]);
  assert.equal(wallTimeOf("2026-12-04", "19:30:00"), "04-12-2026T19:30");
});

test("a time without a day or clock is empty or no time", () => {
  assert.equal(wallTimeOf("", ""), "");
  assert.deepEqual(dayAndClockOf(wallTimeOf("2026-12-04", "")), ["", ""]);
  assert.deepEqual(dayAndClockOf(wallTimeOf("tomorrow", "19:30")), ["", ""]);
});
