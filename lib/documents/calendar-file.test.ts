import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type CalendarEntry, calendarFile } from "./calendar-file.ts";

const MADE_AT = new Date("2026-11-21T10:00:00Z");

const TEMPEST: CalendarEntry = {
  uid: "date-7-sale-12@localhost",
  name: "The Tempest",
  startsAt: "2026-12-04T19:30:00.000+13:00",
  endsAt: "2026-12-04T22:00:00.000+13:00",
  place: "The Glasshouse, 1 Quay Street, Wellington",
  notes: ["Order 12", "2 tickets"],
};

test("P41: the start and the end are the event's UTC instants", () => {
  const lines = unfolded(calendarFile([TEMPEST], MADE_AT));
  assert.ok(lines.includes("DTSTART:20261204T063000Z"));
  assert.ok(lines.includes("DTEND:20261204T090000Z"));
  assert.ok(lines.includes("DTSTAMP:20261121T100000Z"));
});

test("an event without a stated end gets none", () => {
  const { endsAt: _, ...open } = TEMPEST;
  assert.ok(!calendarFile([open], MADE_AT).includes("DTEND"));
});

test("commas, semicolons, backslashes and line ends are escaped", () => {
  const entry = { ...TEMPEST, name: "Salt; Water, \\ Stone", notes: ["Order 12", "Doors\nat 7"] };
  const lines = unfolded(calendarFile([entry], MADE_AT));
  assert.ok(lines.includes("SUMMARY:Salt\\; Water\\, \\\\ Stone"));
  assert.ok(lines.includes("LOCATION:The Glasshouse\\, 1 Quay Street\\, Wellington"));
  assert.ok(lines.includes("DESCRIPTION:Order 12\\nDoors at 7"));
});

test("no line is longer than 75 bytes, and no letter is cut", () => {
  const entry = { ...TEMPEST, name: "東京の夜 ".repeat(40) };
  const file = calendarFile([entry], MADE_AT);
  for (const line of file.split("\r\n")) assert.ok(Buffer.byteLength(line) <= 75, line);
  assert.ok(unfolded(file).includes(`SUMMARY:${"東京の夜 ".repeat(40).trim()}`));
  assert.ok(!file.includes("\uFFFD"));
});

test("the same event date keeps its UID, two dates have two", () => {
  const lines = unfolded(calendarFile([TEMPEST, { ...TEMPEST, uid: "date-8-sale-12@localhost" }], MADE_AT));
  const uids = lines.filter((line) => line.startsWith("UID:"));
  assert.deepEqual(uids, ["UID:date-7-sale-12@localhost", "UID:date-8-sale-12@localhost"]);
});

test("P24: no promoter's text can add a line", () => {
  const hostile = fc.string({ unit: fc.constantFrom("\r", "\n", "\u2028", "\\", ";", ",", ":", "BEGIN:VALARM", "x") });
  fc.assert(
    fc.property(hostile, hostile, hostile, (name, place, note) => {
      const lines = unfolded(calendarFile([{ ...TEMPEST, name, place, notes: [note] }], MADE_AT));
      return lines.filter((line) => line.startsWith("BEGIN:")).join() === "BEGIN:VCALENDAR,BEGIN:VEVENT";
    }),
  );
});

/** Returns the content lines, unfolded by RFC 5545 §3.1. */
function unfolded(file: string): string[] {
  return file.replaceAll("\r\n ", "").split("\r\n");
}
