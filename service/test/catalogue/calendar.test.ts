import assert from "node:assert/strict";
import test from "node:test";
import { at, make, makeVenue, openShop, publishAnyway } from "#test/test-app.ts";

const { db, accountId, shop, promoter, close } = await openShop();
test.after(close);

const here = await makeVenue(promoter, "Pacific/Auckland");
const there = await makeVenue(promoter, "America/New_York");

type Plan = { readonly name: string; readonly place?: typeof here; readonly dates: readonly string[] };

async function putOn({ name, place = here, dates }: Plan, more: object = {}) {
  const event = await make(promoter, "/event", { name, venue: place.venue, venueConfiguration: place.whole, ...more });
  const ids: number[] = [];
  for (const eventStart of dates) {
    const eventDate = await make(promoter, "/eventDate", { event, eventStart, group: `Of ${name}` });
    await make(promoter, "/ticketType", { name: "Adult", eventDate, venueSection: place.stalls, price: 45 });
    ids.push(eventDate);
  }
  await publishAnyway(db, event);
  return { event, dates: ids };
}

async function dates(query: string) {
  const { body, headers } = await shop("GET", `/account/${accountId}/eventDates?${query}`);
  assert.ok(Array.isArray(body), JSON.stringify(body));
  return { rows: body, ids: body.map(({ id }) => id), total: headers["x-total-count"] };
}

/** An hour before midnight in New York it is already the next day in Auckland. */
const late = await putOn({ name: "Late", place: there, dates: ["30-04-2099T23:00"] });
const early = await putOn({ name: "Early", dates: ["01-05-2099T00:30", "01-05-2099T19:00", "02-05-2099T19:00"] });

test("lists a date on the day in its venue's time zone", async () => {
  assert.deepEqual((await dates("from=2099-04-30&to=2099-04-30")).ids, late.dates);
  assert.deepEqual((await dates("from=2099-05-01&to=2099-05-01")).ids, early.dates.slice(0, 2));
  const [row] = (await dates("from=2099-04-30&to=2099-04-30")).rows;
  assert.equal(row.startDate, "2099-04-30T23:00:00.000-04:00");
  assert.deepEqual([row.event.name, row.saleStatus, row.over, row.onDay], ["Late", "ON_SALE", false, 1]);
  assert.deepEqual([row.venue.timeZone, row.venue.address.city], ["America/New_York", "Nelson"]);
});

test("keeps past dates in the calendar and the index, and omits them from the facets", async () => {
  const gone = await putOn({ name: "Gone", dates: ["04-12-2020T19:30"] }, { tags: ["Over"] });
  const draft = await make(promoter, "/event", { name: "Draft", venue: here.venue, venueConfiguration: here.whole });
  const [row] = (await dates("from=2020-12-04&to=2020-12-04")).rows;
  assert.deepEqual([row.id, row.over, row.saleStatus], [gone.dates[0], true, "CLOSED"]);

  const { body } = await shop("GET", `/account/${accountId}/facets`);
  const { venues, tags, dateGroups, months } = Object(body);
  assert.deepEqual(
    venues.map(({ id, events }: { id: number; events: number }) => [id, events]),
    [here.venue, there.venue].map((id) => [id, 1]),
  );
  assert.deepEqual(
    [tags, months],
    [
      [],
      [
        { month: "2099-04", dates: 1 },
        { month: "2099-05", dates: 3 },
      ],
    ],
  );
  assert.deepEqual(dateGroups, [
    { name: "Of Late", events: 1 },
    { name: "Of Early", events: 1 },
  ]);

  const index = await shop("GET", `/account/${accountId}/eventIndex?pageSize=2&page=2`);
  const { events } = Object(index.body);
  assert.deepEqual([events.map(({ id }: { id: number }) => id), index.headers["x-total-count"]], [[gone.event], "3"]);
  assert.ok(draft > gone.event);
});

test("filters events and dates by the town of their venue, and names the towns with their events", async () => {
  const put = async (city: string) => {
    const place = await makeVenue(promoter);
    await promoter("PUT", `/venue/${place.venue}`, { address: { city } });
    return putOn({ name: `In ${city}`, place, dates: ["20-06-2099T19:30"] });
  };
  const [one, other, third] = [await put("Whangārei"), await put("whangarei "), await put("Taupō")];
  const named = async (query: string) => {
    const { body } = await shop("GET", `/account/${accountId}/eventSummaries?${query}`);
    return (body as readonly { id: number }[]).map(({ id }) => id);
  };
  assert.deepEqual(await named("town=Whang%C4%81rei"), [one.event, other.event]);
  assert.deepEqual(await named("town=TAUPO&q=in"), [third.event]);
  assert.deepEqual(await named("town=In"), []);
  assert.deepEqual((await dates("town=taupo&from=2099-06-01")).ids, third.dates);
  const { body } = await shop("GET", `/account/${accountId}/facets`);
  const towns: readonly { name: string; events: number }[] = Object(body).towns;
  assert.deepEqual(
    towns.filter(({ name }) => /taup|whang/i.test(name)).map(({ events }) => events),
    [2, 1],
  );
});

async function dateIn(zone: string, more: object) {
  const { venue, whole, stalls } = await makeVenue(promoter, zone);
  const event = await make(promoter, "/event", { name: "On time", venue, venueConfiguration: whole });
  return { event, stalls, date: await make(promoter, "/eventDate", { event, ...more }) };
}

const hours = async (date: number) => {
  const answered = await promoter("GET", `/eventDate/${date}`);
  return [at(answered, "startDate"), at(answered, "endDate")];
};

const moves: readonly (readonly [zone: string, to: string, expected: readonly string[] | string])[] = [
  // The clocks go forward at one o'clock and skip the end.
  ["Europe/London", "27-03-2027T22:00", "eventEnd"],
  // They go back at two: of the repeated hour it is the later one, in standard time.
  ["Europe/London", "30-10-2027T22:00", ["2027-10-30T22:00:00.000+01:00", "2027-10-31T01:30:00.000+00:00"]],
  ["Australia/Lord_Howe", "03-04-2027T22:15", ["2027-04-03T22:15:00.000+11:00", "2027-04-04T01:45:00.000+10:30"]],
];
for (const [zone, to, expected] of moves) {
  test(`P41: keeps the wall-clock length of a date in ${zone} moved to ${to}`, async () => {
    const { date } = await dateIn(zone, { eventStart: "19-06-2027T22:00", eventEnd: "20-06-2027T01:30" });
    const before = await hours(date);
    const moved = await promoter("PUT", `/eventDate/${date}`, { eventStart: to });
    if (typeof expected === "string") {
      assert.deepEqual([moved.status, at(moved, "errors", 0, "path")], [400, expected]);
      assert.deepEqual(await hours(date), before);
    } else {
      assert.equal(moved.status, 200, JSON.stringify(moved.body));
      assert.deepEqual(await hours(date), expected);
    }
  });
}

test("P41: opens a sale at the venue's wall time in summer and in winter", async () => {
  const { event, stalls, date } = await dateIn("Australia/Adelaide", { eventStart: "04-12-2099T19:30" });
  const adult = { name: "Adult", eventDate: date, venueSection: stalls, price: 45 };
  const windows: readonly (readonly [wall: string, instant: string])[] = [
    ["01-07-2099T09:00", "2099-07-01T09:00:00.000+09:30"],
    ["01-12-2099T09:00", "2099-12-01T09:00:00.000+10:30"],
  ];
  await publishAnyway(db, event);
  for (const [wall, instant] of windows) {
    const type = await make(promoter, "/ticketType", { ...adult, onSaleFrom: wall });
    assert.equal(at(await shop("GET", `/ticketType/${type}`), "onSaleFrom"), instant);
  }
});

test("P41: compares dates by instants, not by wall times", async () => {
  const { venue, whole, stallsOnly } = await makeVenue(promoter, "Europe/London");
  const event = await make(promoter, "/event", { name: "Twice one o'clock", venue, venueConfiguration: whole });
  // 00:30 is in summer time and 01:30 counts as standard time, so the date lasts two hours.
  await make(promoter, "/eventDate", { event, eventStart: "31-10-2027T00:30", eventEnd: "31-10-2027T01:30" });
  const other = { event, venueConfiguration: stallsOnly, eventEnd: "31-10-2027T05:00" };
  assert.equal((await promoter("POST", "/eventDate", { ...other, eventStart: "31-10-2027T01:29" })).status, 400);
  await make(promoter, "/eventDate", { ...other, eventStart: "31-10-2027T01:30" });
});
