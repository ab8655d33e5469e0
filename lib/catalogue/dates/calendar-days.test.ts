import assert from "node:assert/strict";
import { test } from "node:test";
import type { CalendarDate } from "#lib/ticketing/model/calendar.ts";
import { daysOf } from "#lib/ticketing/model/day.ts";
import { calendarDays } from "./calendar-days.ts";

const VENUE = { id: 1, name: "Old Mill", address: "", city: "Nelson", timeZone: "UTC" };

function date(id: number, day: string, lastDay = day, onDay = 1): CalendarDate {
  const event = { id, name: `Event ${id}` };
  return {
    id,
    event,
    startsAt: `${day}T12:00:00Z`,
    day,
    lastDay,
    saleStatus: "ON_SALE",
    isOver: false,
    venue: VENUE,
    onDay,
  };
}

const shown = (dates: readonly CalendarDate[], month: string) =>
  calendarDays(dates, daysOf(month)).map(({ day, begun, running, count }) => [
    day.slice(8),
    begun.map(({ id }) => id),
    running.map(({ id }) => id),
    count,
  ]);

test("a date over several days is on each of them, also across months", () => {
  const dates = [date(1, "2026-11-29", "2026-12-02"), date(2, "2026-12-02"), date(3, "2026-12-30", "2027-01-02")];
  assert.deepEqual(shown(dates, "2026-12"), [
    ["01", [], [1], 1],
    ["02", [2], [1], 2],
    ["30", [3], [], 1],
    ["31", [], [3], 1],
  ]);
  assert.deepEqual(shown(dates, "2027-01"), [
    ["01", [], [3], 1],
    ["02", [], [3], 1],
  ]);
});

test("of the dates that began before a day those come first that began last", () => {
  const dates = [date(1, "2026-11-20", "2027-02-15"), date(2, "2026-12-04", "2026-12-05")];
  assert.deepEqual(shown(dates, "2026-12")[4], ["05", [], [2, 1], 2]);
});

test("counts the dates that are not listed", () => {
  const dates = [
    date(1, "2026-11-20", "2026-12-01", 3),
    date(2, "2026-12-01", undefined, 9),
    date(3, "2026-12-01", undefined, 9),
  ];
  assert.deepEqual(shown(dates, "2026-12"), [["01", [2, 3], [1], 2 + 7 + 1 + 2]]);
});
