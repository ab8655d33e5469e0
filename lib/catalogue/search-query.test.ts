import assert from "node:assert/strict";
import { test } from "node:test";
import { daysOfSearch, filtersOf, parseSearch, searchPath } from "./search-query.ts";

test("reads a URL, and ignores invalid values", () => {
  assert.deepEqual(parseSearch({ q: "  jazz ", from: "2026-12-04", venue: "7", tag: "", page: "3", utm: "x" }), {
    q: "jazz",
    from: "2026-12-04",
    venue: 7,
    page: 3,
  });
  assert.deepEqual(parseSearch({ venue: "-1", from: "2026-02-31", when: "never", page: "0", group: "x" }), { page: 1 });
  assert.deepEqual(parseSearch({ q: ["one", "two"] }), { q: "one", page: 1 });
});

test("swaps days in the wrong order, and prefers days to a relative range", () => {
  const search = parseSearch({ from: "2026-12-06", to: "2026-12-04", when: "today" });
  assert.deepEqual(search, { from: "2026-12-04", to: "2026-12-06", page: 1 });
});

test("writes a URL without empty parameters that reads back unchanged", () => {
  const search = { q: "a b&c", when: "weekend", town: "Ōamaru", tag: "Music", page: 2 } as const;
  assert.equal(searchPath(search), "/search?q=a+b%26c&when=weekend&town=%C5%8Camaru&tag=Music&page=2");
  assert.equal(searchPath({ page: 1 }), "/search");
  assert.deepEqual(
    parseSearch(Object.fromEntries(new URLSearchParams("q=a+b%26c&when=weekend&town=%C5%8Camaru&tag=Music&page=2"))),
    search,
  );
});

test("each filter can be removed, which leads to the first page", () => {
  const search = parseSearch({ q: "jazz", tag: "Music", page: "4" });
  assert.deepEqual(filtersOf(search), [
    { filter: "q", without: { tag: "Music", page: 1 } },
    { filter: "tag", without: { q: "jazz", page: 1 } },
  ]);
});

test("a relative range is in the shop's time zone", () => {
  // 26 November 2026 is a Thursday.
  const meant = (when: string, today: string) => daysOfSearch(parseSearch({ when }), today);
  assert.deepEqual(meant("today", "2026-11-26"), { from: "2026-11-26", to: "2026-11-26" });
  assert.deepEqual(meant("weekend", "2026-11-26"), { from: "2026-11-27", to: "2026-11-29" });
  assert.deepEqual(meant("weekend", "2026-11-28"), { from: "2026-11-28", to: "2026-11-29" });
  assert.deepEqual(meant("weekend", "2026-11-29"), { from: "2026-11-29", to: "2026-11-29" });
  assert.deepEqual(meant("week", "2026-11-26"), { from: "2026-11-26", to: "2026-12-02" });
  assert.deepEqual(meant("month", "2026-11-26"), { from: "2026-11-26", to: "2026-11-30" });
  assert.deepEqual(meant("", "2026-11-26"), {});
});

test("at night a range from today has the evening before", () => {
  const meant = (when: string, today: string) => daysOfSearch(parseSearch({ when }), today, true);
  assert.deepEqual(meant("today", "2026-11-28"), { from: "2026-11-27", to: "2026-11-28" });
  assert.deepEqual(meant("weekend", "2026-11-28"), { from: "2026-11-27", to: "2026-11-29" });
  assert.deepEqual(meant("weekend", "2026-11-26"), { from: "2026-11-27", to: "2026-11-29" });
  const stated = parseSearch({ from: "2026-11-28", to: "2026-11-28" });
  assert.deepEqual(daysOfSearch(stated, "2026-11-28", true), { from: "2026-11-28", to: "2026-11-28" });
});

test("ignores control characters, which the service refuses", () => {
  assert.deepEqual(parseSearch({ q: "\u0000", tag: "\u0007" }), { page: 1 });
  assert.deepEqual(parseSearch({ q: "ham\u0000let" }), { q: "ham let", page: 1 });
});
