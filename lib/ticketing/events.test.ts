import assert from "node:assert/strict";
import { test } from "node:test";
import { applySettings } from "#e2e/tools/storefront-settings.ts";
import { event, eventDate, eventSummaries } from "#lib/ticketing/events.ts";
import { ticketTypesOf } from "#lib/ticketing/model/offering.ts";
import { offering } from "#lib/ticketing/offerings.ts";

applySettings();

const price = { amount: 45, currency: "AUD" };
const fee = { amount: 2.5, currency: "AUD" };

test("a picture is at an https address, or at a path of the service itself", () => {
  const pictureOf = (heroImageUrl: string) =>
    eventSummaries.parse([{ id: 1, name: "A", saleStatus: "ON_SALE", venue: 3, heroImageUrl }])[0]?.heroImageUrl;
  assert.equal(pictureOf("https://pictures.example/a.jpg"), "https://pictures.example/a.jpg");
  assert.equal(pictureOf("/pictures/a.jpg"), "https://localhost:4001/pictures/a.jpg");
  for (const wrong of ["//pictures.example/a.jpg", "/\\pictures.example/a.jpg", "a.jpg", "data:image/png,"])
    assert.equal(pictureOf(wrong), undefined, wrong);
});

test("without a time zone dates use their UTC offset", () => {
  const [summary] = eventSummaries.parse([
    { id: 1, name: "A", saleStatus: "ON_SALE", firstDate: "2026-12-04T19:30:00+1030", venue: { id: 3, name: "Hall" } },
  ]);
  assert.equal(summary?.venue.timeZone, "+10:30");
  const startDate = "2026-12-04T19:30:00+1030";
  assert.equal(eventDate(8).parse({ event: 1, startDate, saleStatus: "ON_SALE" }).timeZone, "+10:30");
});

test("an event whose status is unknown, or absent, is offered until its last date is over", () => {
  const statusOf = (more: object) =>
    eventSummaries.parse({ eventSummaries: [{ id: 1, name: "A", venue: 3, ...more }] })[0]?.saleStatus;
  const [past, ahead] = ["2020-12-04T19:30:00+13:00", "2099-12-04T19:30:00+13:00"];
  assert.equal(statusOf({ saleStatus: "SELLING", firstDate: past, lastDate: ahead }), "ON_SALE");
  assert.equal(statusOf({ saleStatus: "SELLING", lastDate: past }), "CLOSED");
  assert.equal(statusOf({ lastDate: ahead }), "ON_SALE");
  assert.equal(statusOf({ saleStatus: "NOT_ON_SALE", lastDate: ahead }), "NOT_ON_SALE");
  assert.equal(statusOf({ saleStatus: "CANCELLED", lastDate: past }), "CANCELLED");
});

test("a date and a ticket whose status is unknown are offered until the date is over", () => {
  const read = (startDate: string) => {
    const items = [{ kind: "TICKET", id: 1, name: "T", venueSection: 5, price, saleStatus: "ALLOCATED" }];
    const groups = [{ eventDate: 8, startDate, saleStatus: "ALLOCATED", pages: [{ items }] }];
    return offering(1)
      .parse({ groups })
      .groups.map((group) => [group.saleStatus, ticketTypesOf(group)[0]?.saleStatus]);
  };
  assert.deepEqual(read("2099-12-04T19:30:00+13:00"), [["ON_SALE", "ON_SALE"]]);
  assert.deepEqual(read("2020-12-04T19:30:00+13:00"), [["CLOSED", "ON_SALE"]]);
});

test("an event without an id or a venue is no row of a list, and hides no other", () => {
  const listed = eventSummaries.parse([{ name: "A" }, { id: 2, name: "B" }, 7, { id: 3, name: "C", venue: { id: 4 } }]);
  assert.deepEqual(
    listed.map(({ id }) => id),
    [3],
  );
});

test("a lowest price has its fee only beside a highest one in a list", () => {
  const summary = { id: 1, name: "A", venue: 3, lowPrice: price };
  const fromOf = (more: object) => eventSummaries.parse([{ ...summary, ...more }])[0]?.from;
  assert.equal(fromOf({}), undefined);
  assert.deepEqual(fromOf({ highPrice: price }), { minor: 4500, currency: "AUD" });
  assert.equal("from" in event(1).parse({ ...summary, highPrice: price }), false);
});

test("an event and a date have the id of their address, and keep what can be read", () => {
  const read = event(12).parse({
    name: "A",
    lastDateEnd: "soon",
    eventDates: [5, { link: "/v2/eventDate/6/" }, { link: "/v2/eventDate" }, "7"],
    fields: [{ name: "Meal" }, { label: "no name" }],
  });
  assert.deepEqual(
    [read.id, read.eventDateIds, read.venue.name, read.fields.map(({ name }) => name)],
    [12, [5, 6, 7], "", ["Meal"]],
  );
  const date = eventDate(8).parse({
    event: { link: "/event/12" },
    startDate: "2099-12-04T19:30:00Z",
    ticketTypes: { refs: ["4"] },
  });
  assert.deepEqual([date.id, date.eventId, date.ticketTypeIds, date.saleStatus], [8, 12, [4], "ON_SALE"]);
});

test("an offering that has items, and none of a known kind, cannot be read", () => {
  const startDate = "2099-12-04T19:30:00+13:00";
  const withItems = (...items: object[]) =>
    offering(1).safeParse({ groups: [{ eventDate: 8, startDate, pages: [{ items }] }] });
  assert.equal(withItems({ kind: "ADMISSION", id: 1 }).success, false);
  assert.equal(withItems().success, true);
});

test("an offering is sorted, without items of an unknown type, and sold out with fewer than an order must have", () => {
  const ticket = (id: number, sortIdx: number, more: object = {}) => ({
    kind: "TICKET",
    id,
    sortIdx,
    name: `T${id}`,
    venueSection: { id: 5, name: "Stalls" },
    price,
    fee,
    saleStatus: "ON_SALE",
    available: 4,
    held: 1,
    minimum: 1,
    maximum: 6,
    codeRequired: false,
    ...more,
  });
  const group = (id: number, sortIdx: number, items: unknown[]) => ({
    name: "Friday",
    eventDate: id,
    startDate: "2026-12-04T19:30:00.000+13:00",
    saleStatus: "ON_SALE",
    sortIdx,
    pages: [{ kind: "TICKETS", name: "Tickets", sortIdx: 0, items }],
  });
  const copy = { kind: "COPY", sortIdx: 1, text: "Doors at seven" };
  const read = offering(1).parse({
    event: { id: 1, name: "The Tempest" },
    type: "PUBLIC",
    groups: [group(9, 2, []), group(8, 1, [ticket(2, 3), copy, { kind: "RAFFLE" }, ticket(1, 0, { fee: null })])],
  });
  assert.deepEqual(
    read.groups.map(({ eventDateId }) => eventDateId),
    [8, 9],
  );
  const few = offering(1).parse({
    event: { id: 1, name: "The Tempest" },
    groups: [group(7, 1, [ticket(1, 0, { minimum: 5 })]), group(6, 2, [ticket(2, 0, { minimum: 5 }), ticket(3, 1)])],
  });
  assert.deepEqual(
    few.groups.map(({ saleStatus, pages }) => [
      saleStatus,
      ...(pages[0]?.items ?? []).map((item) => item.kind === "TICKET" && item.ticketType.saleStatus),
    ]),
    [
      ["SOLD_OUT", "SOLD_OUT"],
      ["ON_SALE", "SOLD_OUT", "ON_SALE"],
    ],
  );
  const items = read.groups[0]?.pages[0]?.items ?? [];
  assert.deepEqual(
    items.map((item) => (item.kind === "TICKET" ? [item.ticketType.id, item.ticketType.fee.minor] : item.text)),
    [[1, 0], "Doors at seven", [2, 250]],
  );
});

test("refuses an offering with a ticket without a price", () => {
  const items = [{ kind: "TICKET", id: 1, name: "T", venueSection: 5, saleStatus: "ON_SALE" }];
  const startDate = "2026-12-04T19:30:00.000+13:00";
  const groups = [{ eventDate: 8, startDate, saleStatus: "ON_SALE", pages: [{ items }] }];
  assert.equal(offering(1).safeParse({ event: 1, groups }).success, false);
});

test("names and email, which the details ask of every buyer, are no questions of an event as well", () => {
  const asked = (name: string, fieldType: string) => ({ name, fieldType, label: name });
  const standard = ["FIRST_NAME", "LAST_NAME", "EMAIL", "PHONE"].map((name) => asked(name, name));
  const fields = [...standard, asked("MEAL", "CUSTOM"), asked("Second email", "EMAIL")];
  const read = event(12).parse({ name: "Supper", venue: { id: 3, name: "Barn" }, fields });
  assert.deepEqual(
    read.fields.map(({ name }) => name),
    ["PHONE", "MEAL", "Second email"],
  );
});
