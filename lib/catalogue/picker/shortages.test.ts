import assert from "node:assert/strict";
import { test } from "node:test";
import { type PickerDate, type PickerTicket, selectableMaximum, ticketsOf } from "./picker-data.ts";
import { isOutdated, withinShortages, withShortages } from "./shortages.ts";

const money = { minor: 2000, currency: "NZD" };
const ticket = (id: number, more: Partial<PickerTicket> = {}): PickerTicket => ({
  id,
  name: "Stalls",
  description: "",
  allIn: money,
  price: money,
  fee: { ...money, minor: 0 },
  status: "ON_SALE",
  minimum: 1,
  maximum: 8,
  codeRequired: false,
  ...more,
});
const dates = (...tickets: readonly PickerTicket[]) =>
  [
    {
      id: 1,
      startsAt: "2099-12-04T19:30:00+13:00",
      day: "Fri, 4 Dec",
      time: "7:30 pm",
      status: "ON_SALE",
      notes: [],
      sections: [{ name: "Floor", items: tickets }],
      merchandise: [],
    } satisfies PickerDate,
  ] as const;

const REFUSED = [{ ticketTypeId: 7, refusal: "not_enough", left: 1 }] as const;

test("a row offers no more than the refusal says is left", () => {
  const [date] = withShortages(dates(ticket(7, { left: 2 }), ticket(8, { left: 2 })), REFUSED);
  assert.deepEqual(
    ticketsOf(date).map((one) => [one.id, one.left, selectableMaximum(one, false)]),
    [
      [7, 1, 1],
      [8, 2, 2],
    ],
  );
});

test("a row keeps a smaller newer number, and the refusal is out of date", () => {
  const newer = dates(ticket(7, { left: 0 }));
  assert.equal(ticketsOf(withShortages(newer, REFUSED)[0])[0]?.left, 0);
  assert.equal(isOutdated(newer, REFUSED), true);
  assert.equal(isOutdated(dates(ticket(7, { left: 2 })), REFUSED), false);
});

test("a refusal over the limit per order limits the order, not the stock", () => {
  const refused = [{ ticketTypeId: 7, refusal: "over_limit", left: 2 }] as const;
  const [date] = withShortages(dates(ticket(7, { left: 40 })), refused);
  assert.deepEqual(
    ticketsOf(date).map((one) => [one.left, one.maximum, selectableMaximum(one, false)]),
    [[40, 8, 2]],
  );
  assert.equal(isOutdated(dates(ticket(7, { left: 1 })), refused), false);
});

test("a row whose whole limit is in the cart is not shown as sold out", () => {
  const [date] = withShortages(dates(ticket(7)), [{ ticketTypeId: 7, refusal: "over_limit", left: 0 }]);
  assert.deepEqual(
    ticketsOf(date).map((one) => [one.left, selectableMaximum(one, false)]),
    [[undefined, 8]],
  );
});

test("a refused quantity is lowered to what is left, to none below the minimum, and the others stay", () => {
  const lowered = (...tickets: readonly PickerTicket[]) => {
    const [date] = withShortages(dates(...tickets), REFUSED);
    return withinShortages({ 7: 3, 8: 2 }, date, { shortages: REFUSED, hasCode: false });
  };
  assert.deepEqual(lowered(ticket(7), ticket(8)), { 7: 1, 8: 2 });
  assert.deepEqual(lowered(ticket(7, { minimum: 2 }), ticket(8)), { 7: 0, 8: 2 });
});

test("a refusal that does not say how many are left lowers nothing", () => {
  const shortages = [{ ticketTypeId: 7, refusal: "under_minimum" }] as const;
  const [date] = withShortages(dates(ticket(7, { minimum: 4 })), shortages);
  assert.deepEqual(withinShortages({ 7: 3 }, date, { shortages, hasCode: false }), { 7: 3 });
});
