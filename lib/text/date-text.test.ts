import assert from "node:assert/strict";
import test from "node:test";
import { dayText, monthText, placeOf, rangeText, timeText } from "./date-text.ts";

const NOW = new Date("2026-11-21T00:00:00Z");
const WELLINGTON = "Pacific/Auckland";

test("P41: shows a time in the venue's time zone", () => {
  assert.equal(timeText("2026-12-13T06:30:00Z", "en", WELLINGTON), "7:30 pm");
  assert.equal(timeText("2026-12-13T19:30:00+13:00", "en", "Europe/London"), "6:30 am");
});

test("a day has its year only when it is not the present one", () => {
  assert.equal(dayText("2026-12-12T06:30:00Z", "en", WELLINGTON, NOW), "Sat, 12 Dec");
  assert.equal(dayText("2027-02-13T06:30:00Z", "en", WELLINGTON, NOW), "Sat, 13 Feb 2027");
});

test("the year changes in the venue's time zone", () => {
  assert.equal(dayText("2026-12-31T11:30:00Z", "en", WELLINGTON, NOW), "Fri, 1 Jan 2027");
});

test("a range is its first and its last day", () => {
  assert.equal(
    rangeText("2026-12-12T06:30:00Z", "2026-12-20T06:30:00Z", "en", WELLINGTON, NOW),
    "Sat, 12 Dec – Sun, 20 Dec",
  );
  assert.equal(rangeText("2026-12-12T06:30:00Z", "2026-12-12T09:30:00Z", "en", WELLINGTON, NOW), "Sat, 12 Dec");
});

test("a month has its year, and a place its city", () => {
  assert.equal(monthText("2026-12-31T11:30:00Z", "en", WELLINGTON), "January 2027");
  assert.equal(placeOf({ city: "Wellington", timeZone: WELLINGTON }), "Wellington");
  assert.equal(placeOf({ city: "", timeZone: "America/New_York" }), "New York");
  assert.equal(placeOf({ city: "", timeZone: "+13:00" }), "UTC+13:00");
});
