import assert from "node:assert/strict";
import { test } from "node:test";
import type { PackedPicker } from "#lib/picker/packed-picker.ts";
import { isAsRendered } from "./when-needed.ts";

const MONEY = { minor: 2000, currency: "NZD" };
const TYPE = { name: "Stalls", description: "", price: MONEY, ticket: MONEY, fee: MONEY, minimum: 1, maximum: 8 };

/** One date with one ticket type, of which this many are left. */
function rendered(left: number | undefined): PackedPicker {
  const ticket = { type: 0, id: 7, ...(left !== undefined && { left }) };
  const sections = [{ name: "Floor", items: ["A text of the promoter.", ticket] }];
  return {
    ...{ eventId: 1, locale: "en", language: "en-AU", placeTime: "", timeZone: "Pacific/Auckland", offers: [] },
    types: [{ ...TYPE, codeRequired: false }],
    dates: [
      {
        ...{ id: 3, startsAt: "2099-12-04T19:30:00+13:00", day: "", time: "", status: "ON_SALE", notes: [] },
        ...{ sections, merchandise: [] },
      },
    ],
  };
}

const now = (left: number | undefined, status: "ON_SALE" | "SOLD_OUT" = "ON_SALE", date = status) => ({
  dates: { 3: date },
  tickets: { 7: { status, ...(left !== undefined && { left }) } },
});

test("the picker is as rendered while a change in numbers shows nowhere", () => {
  assert.equal(isAsRendered(rendered(200), now(200)), true);
  assert.equal(isAsRendered(rendered(200), now(120)), true);
  assert.equal(isAsRendered(rendered(undefined), now(undefined)), true);
});

test("the picker is not as rendered when few are left, or fewer than may be ordered", () => {
  assert.equal(isAsRendered(rendered(200), now(9)), false);
  assert.equal(isAsRendered(rendered(4), now(3)), false);
  assert.equal(isAsRendered(rendered(4), now(undefined)), false);
});

test("the picker is not as rendered when a date or a ticket type has another state, or is gone", () => {
  assert.equal(isAsRendered(rendered(200), now(200, "SOLD_OUT", "ON_SALE")), false);
  assert.equal(isAsRendered(rendered(200), now(200, "ON_SALE", "SOLD_OUT")), false);
  assert.equal(isAsRendered(rendered(200), { dates: { 3: "ON_SALE" }, tickets: {} }), false);
  assert.equal(isAsRendered(rendered(200), { dates: {}, tickets: now(200).tickets }), false);
});
