import assert from "node:assert/strict";
import test from "node:test";
import { calendarDates, eventGroup, eventIndex, facets } from "./calendar.ts";

const venue = { id: 3, name: "Hall", link: "/v2/venue/3", address: { city: "Nelson" }, timeZone: "America/New_York" };
const date = {
  ...{
    id: 1,
    name: "Fri",
    event: { id: 2, name: "Late", link: "/v2/event/2" },
    startDate: "2099-05-01T03:45:00.000+00:00",
  },
  ...{ endDate: null, label: null, group: null, saleStatus: "ON_SALE", over: false, venue, onDay: 2 },
};

test("the day of a date is in its venue's time zone, however the service writes it", () => {
  const [read] = calendarDates.parse([date]);
  assert.equal(read?.day, "2099-04-30");
  assert.deepEqual([read?.event, read?.onDay, read?.venue.city], [{ id: 2, name: "Late" }, 2, "Nelson"]);
});

test("missing fields of a date have defaults", () => {
  const { over: _, onDay: __, ...bare } = date;
  const [read] = calendarDates.parse([{ ...bare, venue: 3, saleStatus: "WHO_KNOWS" }]);
  assert.deepEqual([read?.isOver, read?.onDay, read?.saleStatus], [false, 1, "NOT_ON_SALE"]);
  // Without a time zone the date's UTC offset is used.
  assert.equal(read?.day, "2099-05-01");
});

test("missing filters are empty; a group and an index are read", () => {
  assert.deepEqual(facets.parse({}), { venues: [], tags: [], dateGroups: [], eventGroups: [], months: [] });
  assert.deepEqual(
    facets.parse({ tags: [{ name: "Jazz", events: 3 }], months: [{ month: "2099-05", dates: 1 }] }).tags,
    ["Jazz"],
  );
  assert.equal(facets.safeParse({ months: [{ month: "May" }] }).success, false);
  const group = eventGroup.parse({ id: 1, name: "Fringe", events: [{ id: 7, name: "A" }, 8], heroImageUrl: null });
  assert.deepEqual([group.eventIds, group.abstract], [[7, 8], ""]);
  assert.deepEqual(
    eventIndex.parse({
      events: [
        { id: 1, modified: null },
        { id: 2, modified: "2026-01-01T00:00:00:000+0000" },
      ],
    }),
    [{ id: 1 }, { id: 2, modifiedAt: "2026-01-01T00:00:00.000+00:00" }],
  );
});
