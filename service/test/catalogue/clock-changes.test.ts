import assert from "node:assert/strict";
import test from "node:test";
import { at, make, makeVenue, openShop } from "#test/test-app.ts";

const { shop, promoter, close } = await openShop();
test.after(close);

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
  await promoter("PUT", `/event/${event}/publish/true`);
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
