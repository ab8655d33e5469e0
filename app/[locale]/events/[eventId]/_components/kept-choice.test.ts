import assert from "node:assert/strict";
import test from "node:test";
import { choiceFromLink } from "#app/[locale]/events/[eventId]/_components/kept-choice.ts";
import {
  carryOver,
  type PickerData,
  type PickerDate,
  type PickerTicket,
} from "#app/[locale]/events/[eventId]/_components/picker-data.ts";

const money = (minor: number) => ({ minor, currency: "NZD" });
const ticket = (id: number, name: string, more: Partial<PickerTicket> = {}): PickerTicket => ({
  id,
  name,
  description: "",
  price: money(4850),
  ticket: money(4500),
  fee: money(350),
  status: "ON_SALE",
  minimum: 1,
  maximum: 8,
  codeRequired: false,
  ...more,
});
const date = (id: number, tickets: readonly PickerTicket[]): PickerDate => ({
  id,
  day: "Sat, 13 Feb",
  time: "7:30 pm",
  month: "February 2027",
  status: "ON_SALE",
  notes: [],
  sections: [{ name: "Floor", tickets }],
});
const saturday = date(1, [ticket(11, "General"), ticket(12, "Members", { codeRequired: true })]);
const sunday = date(2, [ticket(21, "General", { left: 1 }), ticket(22, "Members", { codeRequired: true })]);
const data: PickerData = { eventId: 5, locale: "en", placeTime: "(Wellington time)", dates: [saturday, sunday] };

test("a link names a date, quantities and a code", () => {
  assert.deepEqual(choiceFromLink("?date=1&qty.11=2&code=SAVE10", data), {
    dateId: 1,
    quantities: { 11: 2 },
    code: "SAVE10",
  });
});

test("a quantity alone finds its date, and is held to the limit and to what is left", () => {
  assert.deepEqual(choiceFromLink("?qty.21=500", data)?.quantities, { 21: 1 });
  assert.deepEqual(choiceFromLink("?qty.11=500", data), { dateId: 1, quantities: { 11: 8 }, code: "" });
});

test("what the page does not know, or what is no number, is left out", () => {
  assert.equal(choiceFromLink("?date=9&qty.99=2&utm_source=x", data), undefined);
  assert.deepEqual(choiceFromLink("?date=1&qty.11=-2&qty.12=two", data)?.quantities, {});
});

test("what needs a code is chosen only with one", () => {
  assert.deepEqual(choiceFromLink("?date=1&qty.12=2", data)?.quantities, {});
  assert.deepEqual(choiceFromLink("?date=1&qty.12=2&code=M", data)?.quantities, { 12: 2 });
});

test("to another date the choice goes along by name, as far as there is any", () => {
  assert.deepEqual(carryOver({ 11: 3 }, saturday, sunday), { 21: 1 });
});
