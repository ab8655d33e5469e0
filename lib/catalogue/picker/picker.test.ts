import assert from "node:assert/strict";
import test from "node:test";
import { parseEventLink } from "#lib/catalogue/event-link.ts";
import { type ArrivalWords, arrive } from "./arrival.ts";
import { packPicker, unpackPicker } from "./compact-picker.ts";
import {
  canBeChosen,
  carryOver,
  firstOnSale,
  greatestLimit,
  lowestPrice,
  lowestPriceAmong,
  nameIn,
  type PickerData,
  type PickerDate,
  type PickerTicket,
} from "./picker-data.ts";

const words: ArrivalWords = {
  withCode: "needs a code",
  soldOut: "sold out",
  notOnSale: "not yet",
  closed: "closed",
  cancelled: "cancelled",
  linkDateGone: "the date is gone",
  linkDate: "{day}, {time}: {state}",
  linkUnknown: "a ticket is gone",
  linkState: "{name}: {state}",
  linkFewer: "{name}: only {count} left",
  linkLimit: "{name}: the limit is {count}",
  linkMinimum: "{name}: from {count}",
};

const money = (minor: number) => ({ minor, currency: "NZD" });
const ticket = (id: number, name: string, more: Partial<PickerTicket> = {}): PickerTicket => ({
  id,
  name,
  description: "",
  allIn: money(4850),
  price: money(4500),
  fee: money(350),
  status: "ON_SALE",
  minimum: 1,
  maximum: 8,
  codeRequired: false,
  ...more,
});
const date = (id: number, tickets: readonly PickerTicket[], more: Partial<PickerDate> = {}): PickerDate => ({
  id,
  startsAt: "2027-02-13T19:30:00.000+13:00",
  day: "Sat, 13 Feb",
  time: "7:30 pm",
  status: "ON_SALE",
  notes: [],
  sections: [{ name: "Floor", items: [...tickets, "Doors at seven."] }],
  merchandise: [],
  ...more,
});
const members = { codeRequired: true };
const saturday = date(1, [ticket(11, "General"), ticket(12, "Members", members), ticket(13, "Family", { minimum: 4 })]);
const sunday = date(
  2,
  [ticket(21, "General", { left: 1 }), ticket(22, "Late", { status: "NOT_ON_SALE", onSaleFrom: "On sale Friday" })],
  {
    dateGroup: "Second night",
    merchandise: [ticket(23, "EventCards", { maximum: 2 })],
  },
);
const monday = date(3, [ticket(31, "General", { left: 0, status: "SOLD_OUT" })], {
  status: "SOLD_OUT",
  day: "Mon, 15 Feb",
});
const data: PickerData = {
  eventId: 5,
  locale: "en",
  language: "en-AU",
  place: "Wellington",
  timeZone: "Pacific/Auckland",
  readAt: "2027-01-01T00:00:00Z",
  offers: [],
  dates: [saturday, sunday, monday],
};

const by = (query: string) => arrive(parseEventLink(new URLSearchParams(query)), data, words);

const notOffered = (text: string) => ({ reason: "not_offered", text });
const notAvailable = (text: string) => ({ reason: "not_available", text });

for (const [query, dateId, quantities, changes] of [
  ["date=1&qty.11=2", 1, { 11: 2 }, []],
  ["qty.21=1", 2, { 21: 1 }, []],
  ["date=2&qty.23=2", 2, { 23: 2 }, []],
  ["date-group=Second+night", 2, {}, []],
  ["date-group=Other%27s", undefined, {}, []],
  ["", undefined, {}, []],
  ["code=M", undefined, {}, []],
  ["date=1&qty.11=500", 1, { 11: 8 }, [notAvailable("General: the limit is 8")]],
  ["date=2&qty.21=3", 2, { 21: 1 }, [notAvailable("General: only 1 left")]],
  ["date=2&qty.22=1", 2, {}, [notAvailable("Late: On sale Friday")]],
  ["date=1&qty.13=2", 1, { 13: 4 }, [notAvailable("Family: from 4")]],
  ["date=1&qty.12=2", 1, {}, [notAvailable("Members: needs a code")]],
  ["date=1&qty.12=2&code=M", 1, { 12: 2 }, []],
  ["date=1&qty.99=2&qty.11=1", 1, { 11: 1 }, [notOffered("a ticket is gone")]],
  ["qty.99=2", undefined, {}, [notOffered("a ticket is gone")]],
  ["date=9&qty.11=2", undefined, {}, [notOffered("the date is gone")]],
  ["date=3&qty.31=2", undefined, {}, [notAvailable("Mon, 15 Feb, 7:30 pm: sold out")]],
] as const) {
  test(`a link preselects tickets, or names what is not available: ${query}`, () => {
    const { choice, changes: said } = by(query);
    assert.deepEqual([choice.dateId, choice.quantities, said], [dateId, quantities, changes]);
  });
}

test("the only date of an event is chosen by every link, and of several dates the lowest price is shown", () => {
  const link = parseEventLink(new URLSearchParams("date=9"));
  assert.deepEqual(arrive(link, { dates: [saturday] }, words), {
    choice: { dateId: 1, quantities: {}, code: "" },
    changes: [{ reason: "not_offered", text: "the date is gone" }],
  });
  const cheaper = date(4, [ticket(41, "General", { allIn: money(3000) })]);
  assert.deepEqual(lowestPriceAmong([saturday, cheaper, monday]), money(3000));
  assert.equal(lowestPriceAmong([monday]), undefined);
});

test("a link does not preselect tickets that its code does not open", () => {
  const link = parseEventLink(new URLSearchParams("date=1&qty.12=2&code=OTHER"));
  const { choice, changes } = arrive(link, { ...data, opensNone: true }, words);
  assert.deepEqual([choice.quantities, changes], [{}, [notAvailable("Members: needs a code")]]);
});

test("carries the choice to another date by name, as far as available", () => {
  assert.deepEqual(carryOver({ 11: 3, 12: 1 }, saturday, sunday), { 21: 1 });
});

test("packed data unpacks unchanged, with common data once", () => {
  const packed = packPicker(data);
  assert.deepEqual(unpackPicker(packed), data);
  assert.deepEqual(
    packed.types.map(({ name }) => name),
    ["General", "Members", "Family", "Late", "EventCards"],
  );
});

test("the lowest price is one that a single buyer can pay, unless each type asks for several tickets", () => {
  const family = ticket(61, "Family", { allIn: money(2000), minimum: 4 });
  assert.deepEqual(lowestPrice(date(6, [ticket(62, "Adult"), family])), money(4850));
  assert.deepEqual(lowestPrice(date(6, [ticket(62, "Adult", { status: "SOLD_OUT" }), family])), money(2000));
});

test("the limit above the tickets is the largest of those that can be bought, merchandise excluded", () => {
  const merchandise = [ticket(43, "EventCards", { maximum: 20 })];
  const eights = [
    ticket(41, "Stalls"),
    ticket(42, "Circle"),
    ticket(44, "Later", { maximum: 12, status: "NOT_ON_SALE" }),
  ];
  assert.equal(greatestLimit(date(4, eights, { merchandise }), false), 8);
  const withCodes = date(4, [...eights, ticket(45, "Party", { maximum: 10, codeRequired: true })]);
  assert.equal(greatestLimit(withCodes, false), 8);
  assert.equal(greatestLimit(withCodes, true), 10);
  assert.equal(greatestLimit(monday, false), undefined);
});

test("a ticket type is named with its section where two sections have one of its name", () => {
  const [stalls, circle, child] = [ticket(51, "Adult"), ticket(52, "Adult"), ticket(53, "Child")];
  const night = {
    sections: [
      { name: "Stalls", items: [stalls, child] },
      { name: "Circle", items: ["Upstairs.", circle] },
    ],
  };
  assert.deepEqual(
    [stalls, circle, child].map((one) => nameIn(night, one, "en")),
    ["Adult, Stalls", "Adult, Circle", "Child"],
  );
});

test("a sold-out date with tickets for a code can be chosen, and a link leads there with a code alone", () => {
  const coded = date(4, [ticket(41, "General", { left: 0, status: "SOLD_OUT" }), ticket(42, "Members", members)], {
    status: "SOLD_OUT",
  });
  const gone = date(5, [ticket(51, "Members", { ...members, left: 0, status: "SOLD_OUT" })], { status: "SOLD_OUT" });
  assert.deepEqual([canBeChosen(coded), canBeChosen(gone), canBeChosen(monday)], [true, false, false]);
  assert.equal(firstOnSale([gone, coded]).id, 4);
  assert.equal(firstOnSale([coded, sunday]).id, 2);
  const from = (query: string) =>
    arrive(parseEventLink(new URLSearchParams(query)), { dates: [coded, saturday] }, words).choice.dateId;
  assert.deepEqual([from("date=4&code=FRIEND"), from("date=4")], [4, undefined]);
});
