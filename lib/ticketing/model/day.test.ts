import assert from "node:assert/strict";
import { test } from "node:test";
import { addDays, addMonths, dayIn, daysOf, parseDay, parseMonth, startOfDay, weekdayOf, weeksOf } from "./day.ts";

test("accepts only days that exist", () => {
  assert.equal(parseDay("2028-02-29"), "2028-02-29");
  for (const wrong of ["2027-02-29", "2026-13-01", "2026-1-1", "1999-12-31", "2200-01-01", "", "soon"])
    assert.equal(parseDay(wrong), undefined, wrong);
  assert.equal(parseMonth("2026-12"), "2026-12");
  for (const wrong of ["2026-00", "2026-13", "2026", "2026-12-04"]) assert.equal(parseMonth(wrong), undefined, wrong);
});

test("an instant is on different days in different time zones", () => {
  const at = new Date("2026-12-04T11:30:00Z");
  assert.equal(dayIn(at, "Pacific/Auckland"), "2026-12-05");
  assert.equal(dayIn(at, "America/New_York"), "2026-12-04");
  assert.equal(dayIn(new Date("2026-12-31T23:59:00Z"), "Asia/Kathmandu"), "2027-01-01");
});

test("a day begins at midnight of its time zone, or with the first moment that its clocks show", () => {
  for (const [day, zone, start] of [
    ["2026-12-05", "Pacific/Auckland", "2026-12-04T11:00:00.000Z"],
    ["2026-06-05", "Pacific/Auckland", "2026-06-04T12:00:00.000Z"],
    ["2026-12-05", "America/New_York", "2026-12-05T05:00:00.000Z"],
    ["2026-12-05", "Asia/Kathmandu", "2026-12-04T18:15:00.000Z"],
    ["2026-12-05", "Pacific/Kiritimati", "2026-12-04T10:00:00.000Z"],
    ["2026-12-05", "Etc/GMT+12", "2026-12-05T12:00:00.000Z"],
    ["2026-12-05", "+13:00", "2026-12-04T11:00:00.000Z"],
    // Midnight to one does not exist.
    ["2026-09-06", "America/Santiago", "2026-09-06T04:00:00.000Z"],
  ] as const)
    assert.equal(startOfDay(day, zone).toISOString(), start, `${day} ${zone}`);
});

test("adds days and months across the ends of months, years and leap days", () => {
  assert.equal(addDays("2026-12-31", 1), "2027-01-01");
  assert.equal(addDays("2028-03-01", -1), "2028-02-29");
  assert.deepEqual([addMonths("2026-12", 1), addMonths("2026-01", -1)], ["2027-01", "2025-12"]);
  assert.equal(daysOf("2028-02").length, 29);
  assert.deepEqual([weekdayOf("2026-11-23"), weekdayOf("2026-11-22")], [1, 7]);
});

test("a month is a grid of whole weeks, starting on any weekday", () => {
  const monday = weeksOf("2026-11", 1);
  assert.deepEqual(monday[0], [undefined, undefined, undefined, undefined, undefined, undefined, "2026-11-01"]);
  assert.equal(monday.length, 6);
  assert.deepEqual(monday[5], ["2026-11-30", ...Array(6).fill(undefined)]);
  assert.equal(weeksOf("2026-11", 7)[0]?.[0], "2026-11-01");
  assert.equal(weeksOf("2027-02", 1).length, 4);
});
