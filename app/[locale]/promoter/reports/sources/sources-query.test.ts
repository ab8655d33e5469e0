import assert from "node:assert/strict";
import { test } from "node:test";
import { hasConversion, sourcesAddress, sourcesQueryIn } from "./sources-query.ts";

// A Saturday.
const TODAY = "2026-11-28";
const read = (typed: Readonly<Record<string, string | readonly string[]>>) => sourcesQueryIn(typed, TODAY);

test("reads this week, the last 30 days, and from a day", () => {
  assert.deepEqual(read({}), { time: "week", from: "2026-11-23", event: undefined });
  assert.deepEqual(read({ time: "month", event: "12" }), { time: "month", from: "2026-10-30", event: 12 });
  assert.deepEqual(read({ time: "from", from: "2026-07-01" }), { time: "from", from: "2026-07-01", event: undefined });
  const july = { time: "from", from: "2026-07-01", to: "2026-07-31", event: undefined };
  assert.deepEqual(read({ time: "from", from: "2026-07-01", to: "2026-07-31" }), july);
  assert.equal(
    read({ from: "2026-07-01", to: "2026-06-01" }).to,
    "2026-07-01",
    "one day, where they are the wrong way round",
  );
  assert.equal(read({ from: "2026-07-01" }).from, "2026-07-01", "a day alone");
  assert.equal(read({ time: "week", from: "2026-07-01" }).from, "2026-11-23", "the field that is not shown");
});

test("what cannot be understood counts as absent", () => {
  for (const time of ["", "year", "__proto__"]) assert.equal(read({ time }).time, "week", time);
  for (const from of ["2026-11-29", "soon", "2026-02-30"])
    assert.deepEqual(read({ time: "from", from }), { time: "from", from: "2026-10-30", event: undefined }, from);
  for (const to of ["2026-11-28", "2027-01-01", "soon", ""])
    assert.equal(read({ from: "2026-07-01", to }).to, undefined, `${to}: until now`);
  for (const event of ["0", "-1", "1e3", "12x", "9".repeat(20)]) assert.equal(read({ event }).event, undefined, event);
  assert.equal(read({ event: ["3", "4"] }).event, 3);
});

test("orders are compared with visits of all events, and of days that are not added up by month", () => {
  for (const [typed, isCompared] of [
    [{}, true],
    [{ time: "month" }, true],
    [{ event: "5" }, false],
    [{ from: "2026-08-30", to: "2026-09-10" }, true],
    [{ from: "2026-08-29" }, false],
    [{ from: "2026-07-10", to: "2026-07-20" }, false],
  ] as const)
    assert.equal(hasConversion(read(typed), TODAY), isCompared, JSON.stringify(typed));
});

test("an address reads back as its query", () => {
  for (const typed of [
    {},
    { time: "month", event: "5" },
    { from: "2026-07-01" },
    { from: "2026-07-01", to: "2026-07-31" },
  ]) {
    const query = read(typed);
    const { searchParams } = new URL(sourcesAddress("/en", query), "https://shop.example");
    assert.deepEqual(read(Object.fromEntries(searchParams)), query);
  }
});
