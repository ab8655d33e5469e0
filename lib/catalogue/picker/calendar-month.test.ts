import assert from "node:assert/strict";
import test from "node:test";
import { daysOf, monthName, statesIn, weekdayNames } from "./calendar-month.ts";
import type { PickerDate } from "./picker-data.ts";

const on = (startsAt: string, day: string, status: PickerDate["status"] = "ON_SALE"): PickerDate => ({
  id: 1,
  startsAt,
  day,
  time: "7:30 pm",
  status,
  notes: [],
  sections: [],
  merchandise: [],
});

test("a month starts on its weekday, and each date is on its day at the venue", () => {
  const late = on("2026-12-04T23:30:00.000+13:00", "Fri, 4 Dec");
  const days = daysOf("2026-12", "en-AU", [late]);
  // 1 December 2026 is a Tuesday; an Australian week begins on Monday. No other week has a date.
  assert.deepEqual(
    days.map(({ number }) => number),
    ["", "1", "2", "3", "4", "5", "6"],
  );
  assert.deepEqual(days[4], { key: "2026-12-04", number: "4", dates: [late] });
  assert.deepEqual(weekdayNames("en-AU"), ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]);
});

test("lists the weeks from the first date to the last, in a leap February with weeks from Saturday", () => {
  const days = daysOf("2028-02", "ar-EG-u-nu-latn", [
    on("2028-02-05T19:30:00.000+13:00", ""),
    on("2028-02-29T19:30:00.000+13:00", ""),
  ]);
  // 5 February 2028 is a Saturday.
  assert.deepEqual([days[0]?.number, days.at(-1)?.number, days.length], ["5", "29", 25]);
  assert.deepEqual(daysOf("2028-02", "en-AU", []), []);
});

test("names the month, and lists each state once for all its days", () => {
  assert.equal(monthName("2026-12", "de"), "Dezember 2026");
  const dates = [
    on("2026-12-04T19:30:00.000+13:00", "Fri, 4 Dec", "SOLD_OUT"),
    on("2026-12-05T19:30:00.000+13:00", "Sat, 5 Dec"),
    on("2026-12-06T14:00:00.000+13:00", "Sun, 6 Dec"),
    on("2026-12-06T19:30:00.000+13:00", "Sun, 6 Dec", "SOLD_OUT"),
  ];
  const stateOf = ({ status }: PickerDate) => (status === "SOLD_OUT" ? "Sold out" : "");
  assert.deepEqual(statesIn(dates, stateOf, "en-AU"), ["Sold out: Fri, 4 Dec and Sun, 6 Dec, 7:30 pm"]);
});
