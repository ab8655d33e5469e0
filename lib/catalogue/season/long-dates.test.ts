import assert from "node:assert/strict";
import { test } from "node:test";
import { datesIn, facetsOf, type Season, type SeasonDate, searchSeason } from "#lib/catalogue/season/season-rules.ts";

// Dates over several days or over midnight, from a service that only lists its events.

const VENUE = { id: 1, name: "Old Mill", address: "", city: "Nelson", timeZone: "Pacific/Auckland" };

function entry(id: number, startsAt: string, endsAt?: string): Season[number] {
  const date: SeasonDate = { id: id * 10, startsAt, ...(endsAt && { endsAt }), saleStatus: "ON_SALE" };
  const ends = endsAt === undefined ? {} : { firstDateEnd: endsAt, lastDateEnd: endsAt };
  const summary = { id, name: `Event ${id}`, description: "", saleStatus: "ON_SALE", venue: VENUE, tags: [] } as const;
  return { event: { ...summary, groups: [], firstDate: startsAt, lastDate: startsAt, ...ends }, dates: [date] };
}

const SEASON: Season = [
  entry(1, "2026-11-20T10:00:00+13:00", "2027-02-15T17:00:00+13:00"),
  entry(2, "2026-12-04T18:00:00+13:00", "2026-12-06T23:00:00+13:00"),
  entry(3, "2026-12-04T22:00:00+13:00", "2026-12-05T04:00:00+13:00"),
  entry(4, "2026-12-05T19:30:00+13:00"),
];
const FRIDAY = new Date("2026-12-04T10:00:00+13:00");
const SATURDAY_NIGHT = new Date("2026-12-05T01:00:00+13:00");
const SUNDAY = new Date("2026-12-06T12:00:00+13:00");

const found = (day: string, now = FRIDAY) =>
  searchSeason(SEASON, { from: `2026-12-${day}`, to: `2026-12-${day}` }, now).events.map(({ id }) => id);

test("finds a date on each of its days, and a night on its evening", () => {
  assert.deepEqual(
    ["03", "04", "05", "06", "07"].map((day) => found(day)),
    [[1], [1, 2, 3], [1, 2, 4], [1, 2], [1]],
  );
});

test("lists dates that run, those that began first before the others", () => {
  const listed = (now: Date) => searchSeason(SEASON, {}, now).events.map(({ id }) => id);
  assert.deepEqual(listed(SATURDAY_NIGHT), [1, 2, 3, 4]);
  assert.deepEqual(listed(SUNDAY), [1, 2]);
  const over = datesIn(SEASON, { from: "2026-12-04", to: "2026-12-05" }, SATURDAY_NIGHT).map(({ isOver }) => isOver);
  assert.deepEqual(over, [false, false, false, false]);
});

test("limits dates that began before the days apart from those of each day", () => {
  const listed = datesIn(SEASON, { from: "2026-12-05", to: "2026-12-31", perDay: 1 }, FRIDAY);
  assert.deepEqual(
    listed.map(({ event, lastDay, onDay }) => [event.id, lastDay, onDay]),
    [
      [1, "2027-02-15", 2],
      [4, "2026-12-05", 1],
    ],
  );
});

test("a date counts in each of its months from the present one on", () => {
  assert.deepEqual(facetsOf(SEASON, FRIDAY).months, ["2026-12", "2027-01", "2027-02"]);
});
