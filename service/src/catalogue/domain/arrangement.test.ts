import assert from "node:assert/strict";
import test from "node:test";
import fc from "fast-check";
import { type Arranged, isOversubscribed } from "./arrangement.ts";

const HOUR = 3_600_000;
const held = (venueConfigurationId: number, from: number, to: number, cancelled = false): Arranged => ({
  ...{ venueConfigurationId, startsAt: new Date(from * HOUR), endsAt: new Date(to * HOUR), cancelled },
});

const BALLROOM = 1;
const ROOMS = 2;

const rules: readonly (readonly [what: string, dates: readonly Arranged[], expected: boolean])[] = [
  ["nothing", [], false],
  ["one date", [held(BALLROOM, 1, 3)], false],
  ["the same configuration twice at once", [held(BALLROOM, 1, 3), held(BALLROOM, 1, 3)], false],
  ["two configurations at once", [held(BALLROOM, 1, 3), held(ROOMS, 1, 3)], true],
  ["one inside the other", [held(BALLROOM, 1, 9), held(ROOMS, 4, 5)], true],
  [
    "one inside the other, with a shorter one between",
    [held(BALLROOM, 1, 9), held(BALLROOM, 2, 3), held(ROOMS, 4, 5)],
    true,
  ],
  ["one after the other", [held(ROOMS, 3, 5), held(BALLROOM, 1, 3)], false],
  ["one of them called off", [held(BALLROOM, 1, 3), held(ROOMS, 1, 3, true)], false],
];
for (const [what, dates, expected] of rules) {
  test(`${what}: ${expected ? "refused" : "fine"}`, () => assert.equal(isOversubscribed(dates), expected));
}

test("it says what comparing each date with each other says", () => {
  const date = fc
    .tuple(
      fc.integer({ min: 1, max: 3 }),
      fc.integer({ min: 0, max: 20 }),
      fc.integer({ min: 1, max: 5 }),
      fc.boolean(),
    )
    .map(([configuration, from, hours, cancelled]) => held(configuration, from, from + hours, cancelled));
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
