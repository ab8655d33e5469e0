import assert from "node:assert/strict";
import test from "node:test";
import { at, make, makeVenue, openShop, publish } from "#test/test-app.ts";

// Dates over several days or over midnight, in each list of events and dates.

const { accountId, shop, promoter, close } = await openShop();
test.after(close);
const place = await makeVenue(promoter, "Pacific/Auckland");

async function putOn(name: string, eventStart: string, eventEnd?: string, more: object = {}) {
  const event = await make(promoter, "/event", { name, venue: place.venue, venueConfiguration: place.whole });
  const eventDate = await make(promoter, "/eventDate", { event, eventStart, ...(eventEnd && { eventEnd }), ...more });
  await make(promoter, "/ticketType", { name: "Adult", eventDate, venueSection: place.stalls, price: 45 });
  await publish(promoter, event);
  return { event, eventDate };
}

/** 4 December 2099 is a Friday. */
const festival = await putOn("Festival", "04-12-2099T12:00", "06-12-2099T23:00");
const night = await putOn("Club night", "04-12-2099T22:00", "05-12-2099T04:00");
const open = await putOn("Open end", "04-12-2099T23:30");
const saturday = await putOn("Saturday", "05-12-2099T19:30", "05-12-2099T22:00");
const exhibition = await putOn("Exhibition", "20-11-2099T10:00", "15-02-2100T17:00");

async function list(path: string) {
  const { body, headers } = await shop("GET", `/account/${accountId}${path}`);
  assert.ok(Array.isArray(body), JSON.stringify(body));
  return { rows: body, total: headers["x-total-count"] };
}

const on = (from: string, to: string, more = "") => `?from=2099-12-${from}&to=2099-12-${to}${more}`;
const days: readonly (readonly [days: string, expected: readonly (typeof festival)[]])[] = [
  [on("03", "03"), [exhibition]],
  [on("04", "04"), [exhibition, festival, night, open]],
  // A night until four belongs to the evening before.
  [on("05", "05"), [exhibition, festival, saturday]],
  [on("06", "06"), [exhibition, festival]],
  [on("07", "07"), [exhibition]],
  [on("05", "31"), [exhibition, festival, saturday]],
  ["?from=2100-02-15&to=2100-02-15", [exhibition]],
  ["?from=2100-02-16", []],
  ["?to=2099-11-30", [exhibition]],
];
for (const [query, expected] of days) {
  test(`finds a date on each of its days: ${query}`, async () => {
    const events = await list(`/eventSummaries${query}`);
    assert.deepEqual(
      events.rows.map(({ name, id }) => [name, id]),
      expected.map((one) => [events.rows.find(({ id }) => id === one.event)?.name, one.event]),
    );
    const dates = await list(`/eventDates${query}`);
    assert.deepEqual(
      dates.rows.map(({ id }) => id),
      expected.map(({ eventDate }) => eventDate),
    );
    assert.deepEqual([events.total, dates.total], [String(expected.length), String(expected.length)]);
  });
}

test("pages dates that began before the days, and limits them apart from those of each day", async () => {
  const pages = await Promise.all(
    [1, 2, 3].map((page) => list(`/eventDates${on("05", "06", `&page=${page}&pageSize=1`)}`)),
  );
  assert.deepEqual(
    pages.map(({ rows, total }) => [rows.map(({ id }) => id), total]),
    [exhibition, festival, saturday].map(({ eventDate }) => [[eventDate], "3"]),
  );
  const few = await list(`/eventDates${on("05", "06", "&perDay=1")}`);
  assert.deepEqual(
    few.rows.map(({ id, onDay }) => [id, onDay]),
    [
      [exhibition.eventDate, 2],
      [saturday.eventDate, 1],
    ],
  );
});

test("counts a date in each of its months", async () => {
  const { body } = await shop("GET", `/account/${accountId}/facets`);
  assert.deepEqual(Object(body).months, [
    { month: "2099-11", dates: 1 },
    { month: "2099-12", dates: 5 },
    { month: "2100-01", dates: 1 },
    { month: "2100-02", dates: 1 },
  ]);
});

test("a summary has the ends of its first and of its last date", async () => {
  const { rows } = await list(`/eventSummaries${on("04", "04")}`);
  const ends = (one: typeof festival) => {
    const { firstDateEnd, lastDateEnd } = rows.find(({ id }) => id === one.event);
    return [firstDateEnd, lastDateEnd];
  };
  const sunday = "2099-12-06T23:00:00.000+13:00";
  assert.deepEqual(ends(festival), [sunday, sunday]);
  assert.deepEqual(ends(open), [null, null]);
  // A later date without an end is the last.
  await make(promoter, "/eventDate", { event: festival.event, eventStart: "08-12-2099T12:00" });
  const { body } = await shop("GET", `/event/${festival.event}/detailed`);
  assert.deepEqual([Object(body).firstDateEnd, Object(body).lastDateEnd], [sunday, null]);
});

test("a date that runs is on sale, not over, and first in the list", async () => {
  const wall = (days: number) => {
    const [day, month, year] = new Date(Date.now() + days * 86_400_000)
      .toISOString()
      .slice(0, 10)
      .split("-")
      .toReversed();
    return `${day}-${month}-${year}T12:00`;
  };
  const running = await putOn("Running", wall(-40), wall(40));
  const { rows } = await list("/eventSummaries");
  assert.deepEqual([rows[0].id, rows[0].saleStatus], [running.event, "ON_SALE"]);
  const today = new Date().toISOString().slice(0, 10);
  const found = await list(`/eventDates?from=${today}&to=${today}`);
  assert.deepEqual(
    found.rows.map(({ id, over, saleStatus }) => [id, over, saleStatus]),
    [[running.eventDate, false, "ON_SALE"]],
  );
  const { body } = await shop("GET", `/offering/${running.event}/PUBLIC`);
  assert.equal(at({ status: 200, body, headers: {} }, "groups", 0, "endDate"), found.rows[0].endDate);
  // A month that is over is no longer a choice.
  const { body: facets } = await shop("GET", `/account/${accountId}/facets`);
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 7);
  assert.ok(Object(facets).months[0].month >= yesterday);
});
