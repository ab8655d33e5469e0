import assert from "node:assert/strict";
import { test } from "node:test";
import type { EventSummary } from "#lib/ticketing/model/event.ts";
import { whenText } from "./when-text.ts";

const VENUE = { id: 1, name: "Old Mill", address: "", city: "Nelson", timeZone: "Pacific/Auckland" };
const FRIDAY_NOON = "2026-12-04T12:00:00+13:00";

function when(dates: Partial<EventSummary>, now: string): string | undefined {
  const summary = { id: 1, name: "Event", description: "", saleStatus: "ON_SALE", venue: VENUE } as const;
  return whenText({ ...summary, tags: [], groups: [], ...dates }, "en", new Date(now));
}

const one = (startsAt: string, endsAt?: string): Partial<EventSummary> => ({
  firstDate: startsAt,
  lastDate: startsAt,
  ...(endsAt && { firstDateEnd: endsAt, lastDateEnd: endsAt }),
});
const festival = one("2026-12-04T18:00:00+13:00", "2026-12-06T23:00:00+13:00");
const night = one("2026-12-04T22:00:00+13:00", "2026-12-05T04:00:00+13:00");
const run = {
  firstDate: "2026-12-04T19:30:00+13:00",
  firstDateEnd: "2026-12-04T22:00:00+13:00",
  lastDate: "2026-12-09T19:30:00+13:00",
  lastDateEnd: "2026-12-09T22:00:00+13:00",
};
const cases: readonly (readonly [dates: Partial<EventSummary>, now: string, text: string])[] = [
  [festival, FRIDAY_NOON, "Fri 4 – Sun 6 Dec"],
  [festival, "2026-12-05T12:00:00+13:00", "Until Sun, 6 Dec"],
  [night, FRIDAY_NOON, "Fri, 4 Dec, 10:00 pm – 4:00 am"],
  [night, "2026-12-05T01:00:00+13:00", "Fri, 4 Dec, 10:00 pm – 4:00 am"],
  [one("2026-12-04T19:30:00+13:00"), FRIDAY_NOON, "Fri, 4 Dec, 7:30 pm"],
  [run, FRIDAY_NOON, "Fri, 4 Dec – Wed, 9 Dec"],
  [run, "2026-12-05T12:00:00+13:00", "Until Wed, 9 Dec"],
  // The other ticketing service states no ends.
  [{ firstDate: run.firstDate, lastDate: run.lastDate }, FRIDAY_NOON, "Fri, 4 Dec – Wed, 9 Dec"],
  [{ lastDate: run.lastDate }, FRIDAY_NOON, "Wed, 9 Dec, 7:30 pm"],
];
for (const [dates, now, text] of cases) {
  test(`says ${text} at ${now}`, () =>
    assert.equal(when(dates, now)?.replaceAll("\u00a0", " ").replaceAll("\u2060", ""), text));
}
