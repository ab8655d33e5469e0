import assert from "node:assert/strict";
import test from "node:test";
import { calendarDates } from "#lib/ticketing/calendar.ts";

const venue = { id: 3, name: "Hall", link: "/v2/venue/3", address: { city: "Nelson" }, timeZone: "America/New_York" };
const date = {
  id: 1,
  name: "Fri",
  event: { id: 2, name: "Late", link: "/v2/event/2" },
  startDate: "2099-05-01T03:45:00.000+00:00",
  endDate: null,
  label: null,
  group: null,
  saleStatus: "ON_SALE",
  over: false,
  venue,
  onDay: 2,
};

test("the day of a date is in its venue's time zone, however the service writes it", () => {
  const [read] = calendarDates.parse([date]);
  assert.equal(read?.day, "2099-04-30");
  assert.deepEqual([read?.event, read?.onDay, read?.venue.city], [{ id: 2, name: "Late" }, 2, "Nelson"]);
});
