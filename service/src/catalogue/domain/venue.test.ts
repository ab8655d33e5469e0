import assert from "node:assert/strict";
import test from "node:test";
import fc from "fast-check";
import { type Arranged, isOversubscribed } from "./venue.ts";

const HOUR = 3_600_000;
const dateAt = (venueConfigurationId: number, from: number, to: number, cancelled = false): Arranged => ({
  venueConfigurationId,
  startsAt: new Date(from * HOUR),
  endsAt: new Date(to * HOUR),
  cancelled,
});

const BALLROOM = 1;
const ROOMS = 2;

const rules: readonly (readonly [what: string, dates: readonly Arranged[], expected: boolean])[] = [
  ["nothing", [], false],
  ["one date", [dateAt(BALLROOM, 1, 3)], false],
  ["the same configuration twice at once", [dateAt(BALLROOM, 1, 3), dateAt(BALLROOM, 1, 3)], false],
  ["two configurations at once", [dateAt(BALLROOM, 1, 3), dateAt(ROOMS, 1, 3)], true],
  ["one inside the other", [dateAt(BALLROOM, 1, 9), dateAt(ROOMS, 4, 5)], true],
  [
    "one inside the other, with a shorter one between",
    [dateAt(BALLROOM, 1, 9), dateAt(BALLROOM, 2, 3), dateAt(ROOMS, 4, 5)],
    true,
  ],
  ["one after the other", [dateAt(ROOMS, 3, 5), dateAt(BALLROOM, 1, 3)], false],
  ["one of them cancelled", [dateAt(BALLROOM, 1, 3), dateAt(ROOMS, 1, 3, true)], false],
];
for (const [what, dates, expected] of rules) {
  test(`${expected ? "finds an overlap" : "finds no overlap"} with ${what}`, () =>
    assert.equal(isOversubscribed(dates), expected));
}

test("agrees with a comparison of every pair of dates", () => {
  const date = fc
    .tuple(
      fc.integer({ min: 1, max: 3 }),
      fc.integer({ min: 0, max: 20 }),
      fc.integer({ min: 1, max: 5 }),
      fc.boolean(),
    )
    .map(([configuration, from, hours, cancelled]) => dateAt(configuration, from, from + hours, cancelled));
  fc.assert(
    fc.property(fc.array(date, { maxLength: 8 }), (dates) => {
      const clash = (a: Arranged, b: Arranged) =>
        ![a, b].some(({ cancelled }) => cancelled) &&
        a.venueConfigurationId !== b.venueConfigurationId &&
        a.startsAt < b.endsAt &&
        b.startsAt < a.endsAt;
      assert.equal(
        isOversubscribed(dates),
        dates.some((a) => dates.some((b) => clash(a, b))),
      );
    }),
    { seed: 20261204 },
  );
});
