import assert from "node:assert/strict";
import { test } from "node:test";
import { dayText, monthText, placeOf, rangeText, timeText } from "./date-text.ts";
import { excerpt, plainLine } from "./words.ts";

const NOW = new Date("2026-11-21T00:00:00Z");
const WELLINGTON = "Pacific/Auckland";

test("P41: shows a time in the venue's time zone", () => {
  assert.equal(timeText("2026-12-13T06:30:00Z", "en", WELLINGTON), "7:30\u00a0pm");
  assert.equal(timeText("2026-12-13T19:30:00+13:00", "en", "Europe/London"), "6:30\u00a0am");
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

test("a text that fits stays whole, on one line", () => {
  assert.equal(excerpt("  One night.\n\nOne lamp. ", 24), "One night. One lamp.");
  assert.equal(excerpt("twelve chars", 12), "twelve chars");
});

test("a longer one ends after a whole word", () => {
  assert.equal(excerpt("One night, one lamp, one storm", 22), "One night, one lamp…");
  assert.equal(excerpt("One night, one lamp and more", 20), "One night, one lamp…");
});

test("Japanese, without spaces, ends between letters", () => {
  assert.equal(excerpt("東京の夜の長い長い物語", 6), "東京の夜の…");
  assert.equal(excerpt("夜 東京の夜の長い長い物語", 6), "夜 東京の…");
});

test("a name keeps its script", () => {
  for (const name of ["Åse Ødegård", "東京の夜", "Ngā Tama", "Σειρήνες", "O'Brien-Sørensen"]) {
    assert.equal(plainLine(name), name);
  }
});

test("lines, tabs and separators become one space", () => {
  assert.equal(plainLine(" The\r\nNight\u2028Garden\t"), "The Night Garden");
});

test("removes characters that reorder the text", () => {
  assert.equal(plainLine("gnp.\u202Eexe \u200Bticket\u2066"), "gnp.exe ticket");
});
