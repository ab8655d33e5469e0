import assert from "node:assert/strict";
import { test } from "node:test";
import { datesIn, facetsOf, type Season, type SeasonDate, searchSeason } from "#lib/catalogue/season/season-rules.ts";
import type { EventSummary } from "#lib/ticketing/model/event.ts";

const NOW = new Date("2026-12-10T00:00:00Z");
const MILL = { id: 1, name: "Old Mill", address: "", city: "Nelson", timeZone: "Pacific/Auckland" };
const DOCK = {
  id: 2,
  name: "Dock",
  address: "",
  city: "Hobart",
  region: "Tasmania",
  country: "Australia",
  timeZone: "+11:00",
};

type Options = Partial<EventSummary> & { readonly on: readonly string[] };

/** Returns an event with these dates, which are its first and its last date too. */
function entry(id: number, name: string, { on, ...options }: Options): Season[number] {
  const dates = on.map((startsAt, at): SeasonDate => ({ id: id * 10 + at, startsAt, saleStatus: "ON_SALE" }));
  const [firstDate, lastDate] = [on[0], on.at(-1)];
  const summary = { id, name, description: "", saleStatus: "ON_SALE", venue: MILL, tags: [], groups: [] } as const;
  return {
    event: { ...summary, ...(firstDate && { firstDate }), ...(lastDate && { lastDate }), ...options },
    dates,
  };
}

const SEASON: Season = [
  entry(1, "Late Storm", { on: ["2027-01-20T19:30:00+13:00"], venue: DOCK, tags: ["drama"] }),
  entry(2, "Ōtepoti Nights", {
    on: ["2026-12-12T23:45:00+13:00", "2027-01-05T19:30:00+13:00"],
    tags: ["music", "drama"],
  }),
  entry(3, "Quiet", {
    on: ["2026-12-20T19:30:00+13:00"],
    description: "After the storm.",
    groups: [{ id: 9, name: "Calm" }],
  }),
  entry(4, "Last Week", { on: ["2026-12-01T19:30:00+13:00"] }),
  entry(5, "Some Day", { on: [] }),
];

const names = (query: Parameters<typeof searchSeason>[1]) =>
  searchSeason(SEASON, query, NOW).events.map(({ name }) => name);

test("lists upcoming events by first date, and events without dates last", () => {
  assert.deepEqual(names({}), ["Ōtepoti Nights", "Quiet", "Late Storm", "Some Day"]);
  const second = searchSeason(SEASON, { page: 2, pageSize: 3 }, NOW);
  assert.deepEqual([second.total, second.events.map(({ name }) => name)], [4, ["Some Day"]]);
});

test("finds every word without accents and capitals, those in the name first", () => {
  assert.deepEqual(names({ q: "OTEPOTI night" }), ["Ōtepoti Nights"]);
  assert.deepEqual(names({ q: "storm" }), ["Late Storm", "Quiet"]);
  assert.deepEqual(names({ q: "storm nelson" }), ["Quiet"]);
  assert.deepEqual(names({ q: "storm absent" }), []);
  for (const place of ["hobart", "TASMANIA", "storm australia"])
    assert.deepEqual(names({ q: place }), ["Late Storm"], place);
});

test("finds a word with or without the signs inside of it", () => {
  const season = ["AC/DC Night", "ACDC Tribute", "Open 24/7", "Quiet"].map((name, at) =>
    entry(at + 1, name, { on: [] }),
  );
  const found = (q: string) => searchSeason(season, { q }, NOW).events.map(({ name }) => name);
  for (const q of ["acdc", "AC/DC"]) assert.equal(found(q)[0], "AC/DC Night", q);
  assert.deepEqual(found("acdc"), ["AC/DC Night", "ACDC Tribute"]);
  for (const q of ["247", "24/7", "٢٤٧"]) assert.deepEqual(found(q), ["Open 24/7"], q);
  assert.deepEqual([found("ac/cc"), found("248")], [[], []]);
});

test("finds similar words where no event has those that were typed, with the other filters", () => {
  const near = (query: Parameters<typeof searchSeason>[1]) => {
    const { events, isNearly } = searchSeason(SEASON, query, NOW);
    return [isNearly, ...events.map(({ name }) => name)];
  };
  assert.deepEqual(near({ q: "otepotti nihgts" }), [true, "Ōtepoti Nights"]);
  assert.deepEqual(near({ q: "lat strom" }), [true, "Late Storm"]);
  assert.deepEqual(near({ q: "hobrat" }), [true, "Late Storm"]);
  assert.deepEqual(near({ q: "strom", venue: 1 }), [false]);
  assert.deepEqual(near({ q: "storm" }), [false, "Late Storm", "Quiet"]);
  assert.deepEqual(near({ q: "strom a a a a a a" }), [false], "too many words are compared");
});

test("filters by day in the venue's time zone, venue, town, tag and group", () => {
  assert.deepEqual(names({ from: "2026-12-12", to: "2026-12-12" }), ["Ōtepoti Nights"]);
  assert.deepEqual(names({ from: "2026-12-13", to: "2026-12-19" }), [], "a run is not on every day between its dates");
  assert.deepEqual(names({ from: "2027-01-01" }), ["Ōtepoti Nights", "Late Storm"]);
  assert.deepEqual(names({ venue: 2 }), ["Late Storm"]);
  assert.deepEqual([names({ town: "HOBART" }), names({ town: "Hob" })], [["Late Storm"], []]);
  assert.deepEqual(names({ tag: "drama" }), ["Ōtepoti Nights", "Late Storm"]);
  assert.deepEqual([names({ group: 9 }), names({ group: 8 }), names({ dateGroup: "Matinees" })], [["Quiet"], [], []]);
});

test("offers the filters of upcoming events, the most frequent first", () => {
  assert.deepEqual(facetsOf(SEASON, NOW), {
    venues: [MILL, DOCK],
    towns: ["Nelson", "Hobart"],
    tags: ["drama", "music"],
    dateGroups: [],
    eventGroups: [{ id: 9, name: "Calm", events: 1 }],
    months: ["2026-12", "2027-01"],
  });
});

test("says whether towns were searched too", () => {
  const nowhere = { ...MILL, city: "" };
  const without = [entry(1, "Somewhere", { on: [], venue: nowhere })];
  assert.deepEqual(
    [SEASON, without].map((season) => searchSeason(season, {}, NOW).searched),
    ["texts_and_towns", "texts"],
  );
  assert.deepEqual(facetsOf(without, NOW).towns, []);
});

test("lists a month with its past dates, and counts the dates that it leaves out", () => {
  const busy = ["19:30", "14:00", "16:00"].map((time, at) =>
    entry(20 + at, time, { on: [`2026-12-30T${time}:00+13:00`] }),
  );
  const dates = datesIn([...SEASON, ...busy], { from: "2026-12-01", to: "2026-12-31", perDay: 2 }, NOW);
  assert.deepEqual(
    dates.map(({ day, event, isOver, onDay }) => [day, event.name, isOver, onDay]),
    [
      ["2026-12-01", "Last Week", true, 1],
      ["2026-12-12", "Ōtepoti Nights", false, 1],
      ["2026-12-20", "Quiet", false, 1],
      ["2026-12-30", "14:00", false, 3],
      ["2026-12-30", "16:00", false, 3],
    ],
  );
  assert.deepEqual(
    datesIn(SEASON, { group: 9 }, NOW).map(({ id }) => id),
    [30],
  );
});

test("returns dates in pages of 200", () => {
  const daily = entry(40, "Daily", { on: Array.from({ length: 250 }, () => "2026-12-30T19:30:00+13:00") });
  assert.deepEqual(
    [undefined, 1, 2, 3].map((page) => datesIn([daily], page === undefined ? {} : { page }, NOW).length),
    [200, 200, 50, 0],
  );
});

test("returns the dates of one venue", () => {
  const venuesOf = (venue?: number) => [
    ...new Set(datesIn(SEASON, venue ? { venue } : {}, NOW).map((date) => date.venue.id)),
  ];
  assert.deepEqual(venuesOf().toSorted(), [1, 2], "the control");
  assert.deepEqual(venuesOf(2), [2]);
  assert.deepEqual(venuesOf(3), []);
});
