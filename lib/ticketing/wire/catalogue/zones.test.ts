import assert from "node:assert/strict";
import { test } from "node:test";
import { applySettings } from "#e2e/tools/storefront-settings.ts";
import { placeOf } from "#lib/i18n/date-text.ts";
import { event, eventDate } from "#lib/ticketing/events.ts";
import { inOwnZone } from "#lib/ticketing/model/event.ts";
import type { Span } from "#lib/ticketing/model/span.ts";

applySettings({ VENUE_TIME_ZONE: "Australia/Sydney" });

const zoneOfDate = (startDate: string, more: object = {}) =>
  eventDate(8).parse({ event: 1, startDate, ...more }).timeZone;
const venueOf = (firstDate: string | undefined, timeZone?: string) =>
  event(1).parse({ name: "A", firstDate, venue: { id: 3, name: "Hall", timeZone } }).venue;

test("the zone of the settings is that of dates and venues for which the service names none", () => {
  assert.equal(zoneOfDate("2099-12-04T19:30:00+1100"), "Australia/Sydney");
  assert.equal(zoneOfDate("2099-07-04T19:30:00+1000"), "Australia/Sydney");
  assert.equal(zoneOfDate("2099-12-04T19:30:00+1300", { timeZone: "Pacific/Auckland" }), "Pacific/Auckland");
  assert.equal(placeOf(venueOf("2099-12-04T19:30:00+11:00")), "Sydney");
  assert.equal(placeOf(venueOf(undefined)), "Sydney");
  assert.equal(venueOf("2099-12-04T19:30:00+11:00", "Pacific/Auckland").timeZone, "Pacific/Auckland");
});

test("a date with an offset that the zone does not have at that moment keeps its own clock time", () => {
  assert.equal(zoneOfDate("2099-12-04T19:30:00+1000"), "+10:00");
  assert.equal(zoneOfDate("2099-07-04T19:30:00Z"), "+00:00");
  assert.equal(placeOf(venueOf("2099-12-04T19:30:00+08:00")), "UTC+08:00");
  const venue = venueOf("2099-12-04T19:30:00+11:00");
  const own = inOwnZone<Span>({ startsAt: "2099-12-05T19:30:00.000+10:00" }, venue);
  assert.equal(own.timeZone, "+10:00");
  assert.equal("timeZone" in inOwnZone({ startsAt: "2099-07-04T19:30:00.000+10:00" }, venue), false);
  // The service knows better: it may write all times in one zone.
  const stated = venueOf("2099-12-04T08:30:00Z", "Australia/Sydney");
  assert.equal("timeZone" in inOwnZone({ startsAt: "2099-12-04T08:30:00.000+00:00" }, stated), false);
});
