import assert from "node:assert/strict";
import test from "node:test";
import { formatInstant, isShownTwice, isTimeZone, parseVenueTime, parseWallTime } from "./venue-time.ts";

const written: readonly (readonly [instant: string, timeZone: string, text: string])[] = [
  ["2026-12-04T06:30:00Z", "Pacific/Auckland", "2026-12-04T19:30:00.000+13:00"],
  ["2026-07-04T07:30:00Z", "Pacific/Auckland", "2026-07-04T19:30:00.000+12:00"],
  ["2027-03-28T00:59:00Z", "Europe/London", "2027-03-28T00:59:00.000+00:00"],
  ["2027-03-28T01:00:00Z", "Europe/London", "2027-03-28T02:00:00.000+01:00"],
  ["2027-03-14T06:59:00Z", "America/New_York", "2027-03-14T01:59:00.000-05:00"],
  ["2027-03-14T07:00:00Z", "America/New_York", "2027-03-14T03:00:00.000-04:00"],
  ["2026-12-04T13:45:00Z", "Asia/Kathmandu", "2026-12-04T19:30:00.000+05:45"],
  ["2026-12-04T08:30:00Z", "Australia/Lord_Howe", "2026-12-04T19:30:00.000+11:00"],
  ["2026-07-04T09:00:00Z", "Australia/Lord_Howe", "2026-07-04T19:30:00.000+10:30"],
  ["2026-12-04T22:00:00Z", "America/St_Johns", "2026-12-04T18:30:00.000-03:30"],
];
for (const [instant, timeZone, text] of written) {
  test(`P41: formats ${instant} in ${timeZone}`, () => assert.equal(formatInstant(new Date(instant), timeZone), text));
}

test("parses a wall time only in the exact form, on a day that exists", () => {
  assert.equal(parseWallTime("04-12-2026T19:30"), "2026-12-04T19:30");
  assert.equal(parseWallTime("29-02-2028T00:00"), "2028-02-29T00:00");
  for (const wrong of ["29-02-2027T10:00", "31-04-2026T10:00", "00-01-2026T10:00", "01-13-2026T10:00"]) {
    assert.equal(parseWallTime(wrong), undefined);
  }
  for (const wrong of ["04-12-2026T24:00", "04-12-2026 19:30", "2026-12-04T19:30", "04-12-1999T19:30", ""]) {
    assert.equal(parseWallTime(wrong), undefined);
  }
});

test("accepts a time zone by its IANA name only", () => {
  for (const zone of ["Pacific/Auckland", "Asia/Kathmandu", "America/Argentina/Ushuaia", "UTC"])
    assert.ok(isTimeZone(zone));
  for (const zone of ["+13:00", "NZDT", "Pacific/Nowhere", "", "../etc", "FOO+3"])
    assert.equal(isTimeZone(zone), false);
});

test("parses an offset after a wall time", () => {
  assert.deepEqual(parseVenueTime("04-04-2027T02:30+12:00"), { wallTime: "2027-04-04T02:30", offset: "+12:00" });
  assert.deepEqual(parseVenueTime("04-04-2027T02:30"), { wallTime: "2027-04-04T02:30" });
  for (const wrong of ["04-04-2027T02:30+15:00", "04-04-2027T02:30Z", "04-04-2027T02:30 +12:00", "04-04-2027+12:00"]) {
    assert.equal(parseVenueTime(wrong), undefined);
  }
});

const twice: readonly (readonly [timeZone: string, at: string, isTwice: boolean])[] = [
  ["Pacific/Auckland", "2027-04-04T01:59:00+13:00", false],
  ["Pacific/Auckland", "2027-04-04T02:00:00+13:00", true],
  ["Pacific/Auckland", "2027-04-04T02:59:00+13:00", true],
  ["Pacific/Auckland", "2027-04-04T02:00:00+12:00", true],
  ["Pacific/Auckland", "2027-04-04T02:59:00+12:00", true],
  ["Pacific/Auckland", "2027-04-04T03:00:00+12:00", false],
  ["Pacific/Auckland", "2027-09-26T01:30:00+12:00", false],
  ["Australia/Lord_Howe", "2027-04-04T01:45:00+11:00", true],
  ["Australia/Lord_Howe", "2027-04-04T01:45:00+10:30", true],
  ["Australia/Lord_Howe", "2027-04-04T01:15:00+11:00", false],
  ["UTC", "2027-04-04T02:00:00Z", false],
];
for (const [timeZone, at, isTwice] of twice) {
  test(`P41: ${at} in ${timeZone} is shown ${isTwice ? "twice" : "once"}`, () =>
    assert.equal(isShownTwice(new Date(at), timeZone), isTwice));
}
