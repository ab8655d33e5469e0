import assert from "node:assert/strict";
import { test } from "node:test";
import { applySettings } from "#e2e/tools/storefront-settings.ts";
import { eventDate, eventSummaries } from "#lib/ticketing/events.ts";
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
  assert.equal(eventDate.parse({ id: 8, event: 1, startDate, saleStatus: "ON_SALE" }).timeZone, "+10:30");
});

test("an unknown status is not on sale", () => {
  const [summary] = eventSummaries.parse({ eventSummaries: [{ id: 1, name: "A", saleStatus: "MAYBE", venue: 3 }] });
  assert.equal(summary?.saleStatus, "NOT_ON_SALE");
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
  const read = offering.parse({
    event: { id: 1, name: "The Tempest" },
    type: "PUBLIC",
    groups: [group(9, 2, []), group(8, 1, [ticket(2, 3), copy, { kind: "RAFFLE" }, ticket(1, 0, { fee: null })])],
  });
  assert.deepEqual(
    read.groups.map(({ eventDateId }) => eventDateId),
    [8, 9],
  );
  const few = offering.parse({
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
  assert.equal(offering.safeParse({ event: 1, groups }).success, false);
});
