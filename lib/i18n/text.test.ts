import assert from "node:assert/strict";
import { test } from "node:test";
import { daysText, dayText, momentText, monthText, placeOf, rangeText, timesText, timeText } from "./date-text.ts";
import { excerpt, plainLine } from "./words.ts";

const NOW = new Date("2026-11-21T00:00:00Z");
const WELLINGTON = "Pacific/Auckland";

test("P41: shows a time in the venue's time zone", () => {
  assert.equal(timeText("2026-12-13T06:30:00Z", "en", WELLINGTON), "7:30\u00a0pm");
  assert.equal(timeText("2026-12-13T19:30:00+13:00", "en", "Europe/London"), "6:30\u00a0am");
});

test("a day has its year only when it is not the present one", () => {
  assert.equal(dayText("2026-12-12T06:30:00Z", "en", WELLINGTON, NOW), "Sat,\u00a012\u00a0Dec");
  assert.equal(dayText("2027-02-13T06:30:00Z", "en", WELLINGTON, NOW), "Sat,\u00a013\u00a0Feb\u00a02027");
});

test("the year changes in the venue's time zone", () => {
  assert.equal(dayText("2026-12-31T11:30:00Z", "en", WELLINGTON, NOW), "Fri,\u00a01\u00a0Jan\u00a02027");
});

test("a range is its first and its last day", () => {
  assert.equal(
    rangeText("2026-12-12T06:30:00Z", "2026-12-20T06:30:00Z", "en", WELLINGTON, NOW),
    "Sat,\u00a012\u00a0Dec – Sun,\u00a020\u00a0Dec",
  );
  assert.equal(
    rangeText("2026-12-12T06:30:00Z", "2026-12-12T09:30:00Z", "en", WELLINGTON, NOW),
    "Sat,\u00a012\u00a0Dec",
  );
});

test('German times end in "Uhr", a range once, and hours have one form', () => {
  const [from, to] = ["2026-12-12T20:15:00Z", "2026-12-12T23:45:00Z"] as const;
  assert.equal(timeText(from, "de", WELLINGTON), "9:15\u00a0Uhr");
  assert.equal(timesText(from, to, "de", WELLINGTON), "9:15–\u206012:45\u00a0Uhr");
  assert.equal(
    momentText(from, "de", WELLINGTON, "long"),
    "Sonntag, 13.\u00a0Dezember\u00a02026 um\u00a09:15\u00a0Uhr",
  );
  assert.equal(timesText(from, to, "fr", WELLINGTON), "9:15\u00a0–\u2060\u00a012:45");
});

test("no line ends within a date or before the half of the day", () => {
  for (const language of ["en", "es", "fr", "de", "ar"]) {
    const text = momentText("2027-01-17T06:30:00Z", language, WELLINGTON, "short");
    assert.deepEqual(
      [...text.matchAll(/(.) /gu)].filter(([, before]) => !/[,،]/.test(before ?? "")),
      [],
      text,
    );
  }
});

test("a range within a month has no commas, also with its year", () => {
  assert.equal(daysText("2027-01-15", "2027-01-17", "en", NOW), "Fri\u00a015 – Sun\u00a017\u00a0Jan\u00a02027");
  assert.equal(daysText("2027-01-15", "2027-01-17", "ar", NOW), "الجمعة\u00a015 – الأحد\u00a017\u00a0يناير\u00a02027");
});

test("a month has its year, and a place its city", () => {
  assert.equal(monthText("2026-12-31T11:30:00Z", "en", WELLINGTON), "January\u00a02027");
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
