import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { readCalendar } from "#e2e/tools/read-calendar.ts";
import { type CalendarEntry, calendarFile, coordinatesOf, subscribedCalendar } from "./calendar-file.ts";

const MADE_AT = new Date("2026-11-21T10:00:00Z");

const TEMPEST: CalendarEntry = {
  uid: "date-7-order-12@localhost",
  name: "The Tempest",
  startsAt: "2026-12-04T19:30:00.000+13:00",
  endsAt: "2026-12-04T22:00:00.000+13:00",
  timeZone: "Pacific/Auckland",
  place: "The Glasshouse, 1 Quay Street, Wellington",
  notes: ["Order 12", "2 tickets"],
  url: "https://tickets.example/en/events/7",
};

test("P41: the start and the end are local times that mean the event's instants", () => {
  const lines = unfolded(calendarFile([TEMPEST], MADE_AT));
  assert.ok(lines.includes("DTSTART;TZID=Pacific/Auckland:20261204T193000"));
  assert.ok(lines.includes("DTEND;TZID=Pacific/Auckland:20261204T220000"));
  assert.ok(lines.includes("DTSTAMP:20261121T100000Z"));
  const [read] = readCalendar(calendarFile([TEMPEST], MADE_AT));
  assert.equal(read?.startsAt.toISOString(), "2026-12-04T06:30:00.000Z");
  assert.equal(read?.endsAt?.toISOString(), "2026-12-04T09:00:00.000Z");
});

test("P41: a night on which the clocks go back lasts its seven hours", () => {
  const night = { ...TEMPEST, startsAt: "2027-04-03T23:00:00.000+13:00", endsAt: "2027-04-04T05:00:00.000+12:00" };
  const [read] = readCalendar(calendarFile([night], MADE_AT));
  assert.equal((read?.endsAt?.getTime() ?? 0) - (read?.startsAt.getTime() ?? 0), 7 * HOUR_MS);
  assert.ok(unfolded(calendarFile([night], MADE_AT)).includes("DTEND;TZID=Pacific/Auckland:20270404T050000"));
});

test("a calendar to subscribe to has a name and is read again each hour; a cancelled date stays in it as cancelled", () => {
  const cancelled = { ...TEMPEST, uid: "date-8@localhost", isCancelled: true };
  const file = subscribedCalendar("Fringe, all dates · Longlight", [TEMPEST, cancelled], MADE_AT);
  const lines = unfolded(file);
  for (const line of [
    "METHOD:PUBLISH",
    "NAME:Fringe\\, all dates · Longlight",
    "X-WR-CALNAME:Fringe\\, all dates · Longlight",
    "REFRESH-INTERVAL;VALUE=DURATION:PT1H",
    "X-PUBLISHED-TTL:PT1H",
  ])
    assert.ok(lines.includes(line), line);
  assert.deepEqual(
    readCalendar(file).map(({ properties }) => [properties.UID, properties.STATUS]),
    [
      ["date-7-order-12@localhost", "CONFIRMED"],
      ["date-8@localhost", "CANCELLED"],
    ],
  );
  assert.deepEqual(readCalendar(subscribedCalendar("Empty", [], MADE_AT)), []);
});

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Returns the offset as the runtime writes it: "GMT+13:00". */
const offsetText = (zone: string) => {
  const format = new Intl.DateTimeFormat("en", { timeZone: zone, timeZoneName: "longOffset" });
  return (atMs: number) => format.formatToParts(atMs).find(({ type }) => type === "timeZoneName")?.value;
};

const FIRST_MS = Date.parse("2027-01-01T00:00:00Z");

/** Returns one of the zones whose clocks are alike in every fortnight of the year. */
function differentZones(): readonly string[] {
  const fortnights = Array.from({ length: 27 }, (_, nth) => FIRST_MS + nth * 14 * DAY_MS);
  const offsets = (zone: string) => fortnights.map(offsetText(zone)).join();
  return [...new Map(Intl.supportedValuesOf("timeZone").map((zone) => [offsets(zone), zone])).values()];
}

test("P41: each zone's times read back, around every change of its clock", () => {
  const zones = differentZones();
  assert.ok(zones.length > 50, zones.join());
  for (const timeZone of zones) {
    const at = offsetText(timeZone);
    const days = Array.from({ length: 366 }, (_, day) => FIRST_MS + day * DAY_MS);
    const changes = days.filter((day) => at(day) !== at(day + DAY_MS));
    const starts = [
      FIRST_MS,
      ...changes.flatMap((day) => Array.from({ length: 56 }, (_, half) => day + half * 0.5 * HOUR_MS)),
    ];
    const entries = starts.map((startMs, index) => {
      const [startsAt = "", endsAt] = [startMs, startMs + 3 * HOUR_MS].map((ms) => new Date(ms).toISOString());
      return { ...TEMPEST, uid: `${index}@localhost`, startsAt, endsAt, timeZone };
    });
    const read = readCalendar(calendarFile(entries, MADE_AT));
    assert.deepEqual(
      read.map(({ startsAt, endsAt }) => [startsAt.toISOString(), endsAt?.toISOString()]),
      entries.map(({ startsAt, endsAt }) => [startsAt, endsAt]),
      timeZone,
    );
  }
});

test("P41: a clock change during the event, half an hour of it, and half-hour zones", () => {
  const cases = [
    // The clock goes back at 3:00 during the night.
    ["Pacific/Auckland", "2027-04-03T10:00:00.000Z", "2027-04-03T17:30:00.000Z", "20270403T230000", "20270404T053000"],
    ["Europe/Berlin", "2027-03-27T22:00:00.000Z", "2027-03-28T03:00:00.000Z", "20270327T230000", "20270328T050000"],
    [
      "Australia/Lord_Howe",
      "2027-04-03T12:00:00.000Z",
      "2027-04-03T18:00:00.000Z",
      "20270403T230000",
      "20270404T043000",
    ],
    ["Asia/Kathmandu", "2027-01-01T12:15:00.000Z", "2027-01-01T14:15:00.000Z", "20270101T180000", "20270101T200000"],
    ["America/St_Johns", "2027-07-01T22:30:00.000Z", "2027-07-02T00:30:00.000Z", "20270701T200000", "20270701T220000"],
  ] as const;
  for (const [timeZone, startsAt, endsAt, localStart, localEnd] of cases) {
    const file = calendarFile([{ ...TEMPEST, startsAt, endsAt, timeZone }], MADE_AT);
    const lines = unfolded(file);
    assert.ok(lines.includes(`DTSTART;TZID=${timeZone}:${localStart}`), file);
    assert.ok(lines.includes(`DTEND;TZID=${timeZone}:${localEnd}`), file);
    const [read] = readCalendar(file);
    assert.deepEqual([read?.startsAt.toISOString(), read?.endsAt?.toISOString()], [startsAt, endsAt]);
  }
});

test("P41: dates on both sides of a zone's last change of its clock, however long ago it was", () => {
  // Paraguay has stayed on summer time since October 2024.
  const startTimes = ["2024-07-01T20:00:00.000Z", "2026-12-01T20:00:00.000Z"];
  const entries = startTimes.map((startsAt) => {
    return { ...TEMPEST, uid: startsAt, startsAt, endsAt: undefined, timeZone: "America/Asuncion" };
  });
  const read = readCalendar(calendarFile(entries, MADE_AT));
  assert.deepEqual(
    read.map(({ startsAt }) => startsAt.toISOString()),
    startTimes,
  );
});

test("a time that the clock shows twice, and a zone without a name, are written in UTC", () => {
  // 2:30 in Auckland: the first one is summer time.
  const [first, second] = ["2027-04-03T13:30:00.000Z", "2027-04-03T14:30:00.000Z"];
  const startOf = (startsAt: string, timeZone: string) =>
    unfolded(calendarFile([{ ...TEMPEST, startsAt, endsAt: undefined, timeZone }], MADE_AT)).find(
      (line) => line.startsWith("DTSTART;") || line === `DTSTART:${startsAt.replaceAll(/[-:]|\.\d{3}/g, "")}`,
    );
  assert.equal(startOf(first, "Pacific/Auckland"), "DTSTART;TZID=Pacific/Auckland:20270404T023000");
  assert.equal(startOf(second, "Pacific/Auckland"), "DTSTART:20270403T143000Z");
  for (const zone of ["+13:00", "Nowhere/Land", "", "UTC:BEGIN"]) {
    const file = calendarFile([{ ...TEMPEST, timeZone: zone }], MADE_AT);
    assert.ok(!file.includes("VTIMEZONE"), zone);
    assert.equal(readCalendar(file)[0]?.startsAt.toISOString(), "2026-12-04T06:30:00.000Z", zone);
  }
});

test("a moved date keeps its UID, and a later file has a higher SEQUENCE", () => {
  const moved = { ...TEMPEST, startsAt: "2026-12-05T19:30:00.000+13:00", endsAt: "2026-12-05T22:00:00.000+13:00" };
  const [before] = readCalendar(calendarFile([TEMPEST], MADE_AT));
  const [after] = readCalendar(calendarFile([moved], new Date(MADE_AT.getTime() + 60_000)));
  assert.equal(after?.properties.UID, before?.properties.UID);
  assert.ok(Number(after?.properties.SEQUENCE) > Number(before?.properties.SEQUENCE));
  assert.ok(Number(after?.properties.SEQUENCE) < 2 ** 31);
  assert.ok((after?.properties["LAST-MODIFIED"] ?? "") > (before?.properties["LAST-MODIFIED"] ?? ""));
});

test("a cancelled date is marked, does not block the day, and no longer reminds", () => {
  const entry = { ...TEMPEST, remindMinutesBefore: 10 };
  const [cancelled] = readCalendar(calendarFile([{ ...entry, isCancelled: true }], MADE_AT));
  assert.deepEqual([cancelled?.properties.STATUS, cancelled?.properties.TRANSP], ["CANCELLED", "TRANSPARENT"]);
  assert.ok(!calendarFile([{ ...entry, isCancelled: true }], MADE_AT).includes("VALARM"));
  assert.ok(unfolded(calendarFile([entry], MADE_AT)).includes("TRIGGER:-PT10M"));
  assert.equal(readCalendar(calendarFile([entry], MADE_AT))[0]?.properties.STATUS, "CONFIRMED");
});

test("a mail's file says how it is meant, and a cancellation follows a file of the same second", () => {
  const sent = calendarFile([{ ...TEMPEST, organiserEmail: "help@playhouse.example" }], MADE_AT, "PUBLISH");
  const taken = calendarFile([{ ...TEMPEST, isCancelled: true }], MADE_AT, "CANCEL");
  assert.ok(unfolded(sent).includes("METHOD:PUBLISH") && unfolded(taken).includes("METHOD:CANCEL"));
  assert.ok(unfolded(sent).includes("ORGANIZER:mailto:help@playhouse.example"));
  assert.ok(!calendarFile([TEMPEST], MADE_AT).includes("METHOD"));
  const [[before], [after]] = [readCalendar(sent), readCalendar(taken)];
  assert.equal(after?.properties.UID, before?.properties.UID);
  assert.ok(Number(after?.properties.SEQUENCE) > Number(before?.properties.SEQUENCE));
  assert.equal(after?.properties.STATUS, "CANCELLED");
});

test("commas, semicolons, backslashes and line ends are escaped", () => {
  const entry = { ...TEMPEST, name: "Salt; Water, \\ Stone", notes: ["Order 12", "Doors\nat 7"] };
  const file = calendarFile([entry], MADE_AT);
  const lines = unfolded(file);
  assert.ok(lines.includes("SUMMARY:Salt\\; Water\\, \\\\ Stone"));
  assert.ok(lines.includes("LOCATION:The Glasshouse\\, 1 Quay Street\\, Wellington"));
  assert.ok(lines.includes("DESCRIPTION:Order 12\\nDoors at 7"));
  assert.equal(readCalendar(file)[0]?.properties.SUMMARY, "Salt; Water, \\ Stone");
});

test("no line is longer than 75 bytes, and no letter is cut", () => {
  const name = "東京の夜 ".repeat(40).trim();
  assert.equal(readCalendar(calendarFile([{ ...TEMPEST, name }], MADE_AT))[0]?.properties.SUMMARY, name);
});

test("P24: no promoter's text can add a line", () => {
  const hostile = fc.string({ unit: fc.constantFrom("\r", "\n", "\u2028", "\\", ";", ",", ":", "BEGIN:VALARM", "x") });
  fc.assert(
    fc.property(hostile, hostile, hostile, (name, place, note) => {
      const file = calendarFile([{ ...TEMPEST, timeZone: "", name, place, notes: [note] }], MADE_AT);
      const parts = unfolded(file).filter((line) => line.startsWith("BEGIN:"));
      return parts.join() === "BEGIN:VCALENDAR,BEGIN:VEVENT" && readCalendar(file).length === 1;
    }),
  );
});

/** Returns the content lines, unfolded by RFC 5545 §3.1. */
function unfolded(file: string): string[] {
  return file.replaceAll("\r\n ", "").split("\r\n");
}

test("reads the point of a map's link", () => {
  for (const link of [
    "https://www.openstreetmap.org/?mlat=-41.2865&mlon=174.7762",
    "https://www.openstreetmap.org/?mlat=-41.2865&mlon=174.7762#map=17/0.1/0.2",
    "https://www.openstreetmap.org/#map=17/-41.2865/174.7762",
    "https://www.google.com/maps/search/?api=1&query=-41.2865%2C174.7762",
    "https://www.google.com/maps/@-41.2865,174.7762,17z",
    "https://maps.apple.com/?ll=-41.2865,174.7762",
  ])
    assert.deepEqual(coordinatesOf(link), { latitude: -41.2865, longitude: 174.7762 }, link);
});

test("other links, and points that do not exist, have none", () => {
  for (const link of [
    undefined,
    "https://venue.example/map",
    "https://www.google.com/maps/search/?api=1&query=The+Glasshouse%2C+Wellington",
    "https://www.openstreetmap.org/?mlat=91&mlon=0",
    "https://www.openstreetmap.org/?mlat=0&mlon=181",
  ])
    assert.equal(coordinatesOf(link), undefined, link);
});
