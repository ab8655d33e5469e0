import assert from "node:assert/strict";
import { test } from "node:test";
import type { AccountDate } from "#lib/ticketing/manage/event-lists.ts";
import { sortDates } from "./coming-dates.ts";

/** 10:30 on 5 December in Auckland, 21:30 on 4 December in London. */
const NOW = new Date("2026-12-04T21:30:00Z");

const date = (id: number, timeZone: string, day: string, more: Partial<AccountDate> = {}) =>
  ({ id, day, lastDay: day, venue: { timeZone }, saleStatus: "ON_SALE", ...more }) as AccountDate;

test("today is the day of each venue's clock, and what lasts for several days is in each of them", () => {
  const { today, next } = sortDates(
    [
      date(1, "Pacific/Auckland", "2026-12-04"),
      date(2, "Pacific/Auckland", "2026-12-05"),
      date(3, "Europe/London", "2026-12-04"),
      date(4, "Europe/London", "2026-12-05"),
      date(5, "Europe/London", "2026-12-01", { lastDay: "2026-12-06" }),
      date(5, "Europe/London", "2026-12-01", { lastDay: "2026-12-06" }),
    ],
    NOW,
  );
  assert.deepEqual(
    today.map(({ id }) => id),
    [2, 3, 5],
  );
  assert.deepEqual(
    next.map(({ id }) => id),
    [4],
  );
});

test("a cancelled date is none of the next ones, and five of them are enough", () => {
  const dates = [1, 2, 3, 4, 5, 6, 7].map((id) =>
    date(id, "Europe/London", `2026-12-1${id}`, id === 2 ? { saleStatus: "CANCELLED" } : {}),
  );
  assert.deepEqual(
    sortDates(dates, NOW).next.map(({ id }) => id),
    [1, 3, 4, 5, 6],
  );
});
