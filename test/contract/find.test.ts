import assert from "node:assert/strict";
import { test } from "node:test";
import { getFacets, listCalendarDates, listEventIndex } from "#lib/ticketing/calendar.ts";
import { searchEvents } from "#lib/ticketing/events.ts";
import { putOnSale } from "#test/contract/put-on-sale.ts";

test("finds an event on sale by its words, in the calendar and in the index", async () => {
  const name = "Zwischenspiel Überall";
  const { eventId, eventDateId } = await putOnSale(name, [{ name: "Adult" }]);
  const found = await searchEvents({ q: "zwischen uberall", page: 1, pageSize: 5 });
  assert.ok(found);
  assert.deepEqual(
    [found.events.map(({ id }) => id).includes(eventId), found.isNearly, found.isMore],
    [true, false, false],
  );
  const [first] = found.events;
  const day = first?.firstDate?.slice(0, 10) ?? "";

  const dates = await listCalendarDates({ from: day, to: day });
  assert.ok(dates);
  assert.equal(dates.find(({ id }) => id === eventDateId)?.event.name, name);
  assert.ok(dates.every((date) => date.day === day));

  const facets = await getFacets();
  assert.ok(facets !== undefined);
  assert.ok(facets.venues.some(({ timeZone }) => timeZone === "Pacific/Auckland"));
  assert.ok(facets.months.includes(day.slice(0, 7)));

  const total = (await listEventIndex(1, 1))?.total ?? 0;
  const last = await listEventIndex(total, 1);
  assert.ok(total > 0 && last?.events.length === 1);
});

test("marks results for a misspelt word as near matches", async () => {
  await putOnSale("Wunderkammer", [{ name: "Adult" }]);
  const found = await searchEvents({ q: "wundrekammer", page: 1, pageSize: 5 });
  assert.deepEqual([found?.isNearly, found?.events[0]?.name], [true, "Wunderkammer"]);
});
