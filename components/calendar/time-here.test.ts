import assert from "node:assert/strict";
import { test } from "node:test";
import { isTimeHere } from "./time-here.ts";

const WRITTEN = "2026-07-01T19:30:00";

/** An offset from UTC as ISO 8601 writes it. */
function offset(minutes: number): string {
  const two = (number: number) => String(Math.floor(number)).padStart(2, "0");
  return `${minutes < 0 ? "-" : "+"}${two(Math.abs(minutes) / 60)}:${two(Math.abs(minutes) % 60)}`;
}

test("a time reads the same where the clock has the venue's offset at that moment", () => {
  // Whatever the time zone of this machine is.
  const here = -new Date(WRITTEN).getTimezoneOffset();
  assert.equal(isTimeHere(`${WRITTEN}${offset(here)}`), true);
  assert.equal(isTimeHere(`${WRITTEN}.000${offset(here)}`), true);
  assert.equal(isTimeHere(`${WRITTEN}${offset(here + 60)}`), false);
  assert.equal(isTimeHere(`${WRITTEN}${offset(here - 30)}`), false);
});

test("a moment without the venue's offset is not known to read the same", () => {
  assert.equal(isTimeHere(`${WRITTEN}Z`), false);
});
