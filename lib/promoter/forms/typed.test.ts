import assert from "node:assert/strict";
import { test } from "node:test";
import { dayAndClockOf, decimalOf, isWallTime, wallTimeOf } from "#lib/promoter/forms/typed.ts";

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
  ["１２．５０", "12.50"],
  ["＄１，２５０", "1250"],
  ["0.125", "0.125"],
  ["1٫250", "1.250"],
];

/** In a currency with three decimals. */
const WITH_THREE: typeof AMOUNTS = [
  ["1.250", "1.250"],
  ["1,250", "1.250"],
  ["1,250.500", "1250.500"],
  ["1 250", "1250"],
  ["1,250,000", "1250000"],
];

test("reads an amount as people of each language type it", () => {
  assert.deepEqual(
    AMOUNTS.map(([typed]) => decimalOf(typed, 2)),
    AMOUNTS.map(([, decimal]) => decimal),
  );
  assert.deepEqual(
    WITH_THREE.map(([typed]) => decimalOf(typed, 3)),
    WITH_THREE.map(([, decimal]) => decimal),
  );
});

test("leaves what is no amount as it was typed, also where a sign is one too many", () => {
  const others = [
    "",
    "free",
    "12 or 13",
    ",",
    "4e3",
    "12.50.",
    "45.50.00",
    "1.5.0",
    "1,2,3",
    "1.2500,00",
    "12 50",
    "12²",
    "1,250.500,00",
  ];
  for (const typed of others) for (const digits of [0, 2, 3]) assert.equal(decimalOf(typed, digits), typed);
});

test("writes a time on the venue's clock as the wire has it, and back, also one that the reader's own clock skips", () => {
  assert.equal(wallTimeOf("2027-09-26", "02:30"), "26-09-2027T02:30");
  assert.deepEqual(dayAndClockOf("26-09-2027T02:30"), ["2027-09-26", "02:30"]);
  assert.equal(wallTimeOf("2026-12-04", "19:30:00"), "04-12-2026T19:30");
});

test("a time without a day or clock, or with a clock that no clock shows, is no time", () => {
  assert.equal(wallTimeOf("", ""), "");
  const others = [
    ["2026-12-04", ""],
    ["", "19:30"],
    ["TomorrowT", "19:30"],
    ["2026-12-04", "25:99"],
    ["2026-12-04", "19:30 or later"],
  ] as const;
  for (const [day, clock] of others) {
    assert.equal(isWallTime(wallTimeOf(day, clock)), false);
    assert.deepEqual(dayAndClockOf(wallTimeOf(day, clock)), [day, clock], "what was typed is kept");
  }
});
