import assert from "node:assert/strict";
import test from "node:test";
import type { Event } from "#lib/ticketing/model/event.ts";
import type { OfferingGroup, TicketType } from "#lib/ticketing/model/offering.ts";
import { structuredEvents } from "./structured-events.ts";

const venue = { id: 1, name: "Hall", address: "1 Quay Street, Nelson", city: "Nelson", timeZone: "Pacific/Auckland" };
const event: Event = {
  id: 7,
  name: "Hamlet",
  description: "",
  abstract: "A prince.",
  saleStatus: "ON_SALE",
  venue,
  tags: [],
  groups: [],
  eventDateIds: [1],
  fields: [],
  guestFields: [],
};
const ticket = (name: string, more: Partial<TicketType> = {}): TicketType => ({
  id: 1,
  name,
  description: "",
  section: { id: 1, name: "Floor" },
  saleStatus: "ON_SALE",
  minimum: 1,
  maximum: 8,
  price: { minor: 4500, currency: "NZD" },
  fee: { minor: 250, currency: "NZD" },
  codeRequired: false,
  ...more,
});
const group = (tickets: readonly TicketType[], more: Partial<OfferingGroup> = {}): OfferingGroup => ({
  eventDateId: 1,
  name: "",
  startsAt: "2027-02-13T19:30:00.000+13:00",
  saleStatus: "ON_SALE",
  pages: [{ kind: "TICKETS", name: "", items: tickets.map((ticketType) => ({ kind: "TICKET", ticketType })) }],
  ...more,
});

/** The one date, read back as a search engine would. */
function read(group: OfferingGroup, about: Event = event) {
  const [first] = structuredEvents({
    event: about,
    offering: { eventId: 7, groups: [group], discounts: [] },
    address: "https://tickets.example/en/events/7",
    image: "https://tickets.example/poster/7.svg",
    organizer: { name: "Nelson Players", url: "https://tickets.example/en" },
  });
  return JSON.parse(JSON.stringify(first));
}

test("P50: a date has its place, picture, state and a price with fees for each ticket type", () => {
  assert.deepEqual(read(group([ticket("Adult", { available: 40, onSaleFrom: "2026-12-01T09:00:00.000+13:00" })])), {
    "@context": "https://schema.org",
    "@type": "Event",
    name: "Hamlet",
    description: "A prince.",
    image: ["https://tickets.example/poster/7.svg"],
    startDate: "2027-02-13T19:30:00.000+13:00",
    eventStatus: "https://schema.org/EventScheduled",
    eventAttendanceMode: "https://schema.org/OfflineEventAttendanceMode",
    location: { "@type": "Place", name: "Hall", address: "1 Quay Street, Nelson" },
    organizer: { "@type": "Organization", name: "Nelson Players", url: "https://tickets.example/en" },
    url: "https://tickets.example/en/events/7?date=1",
    offers: [
      {
        "@type": "Offer",
        name: "Adult",
        price: "47.50",
        priceCurrency: "NZD",
        availability: "https://schema.org/InStock",
        validFrom: "2026-12-01T09:00:00.000+13:00",
        url: "https://tickets.example/en/events/7?date=1",
      },
    ],
  });
});

test("a venue's address has the parts that the service has, and is a text where it has none", () => {
  const parts = { street: "1 Quay Street", postcode: "7010", region: "Nelson", country: "NZ" };
  assert.deepEqual(read(group([]), { ...event, venue: { ...venue, ...parts } }).location, {
    "@type": "Place",
    name: "Hall",
    address: {
      "@type": "PostalAddress",
      streetAddress: "1 Quay Street",
      addressLocality: "Nelson",
      addressRegion: "Nelson",
      postalCode: "7010",
      addressCountry: "NZ",
    },
  });
  assert.equal(read(group([]), { ...event, venue: { ...venue, address: "" } }).location.address, "Nelson");
});

for (const [saleStatus, available, said] of [
  ["ON_SALE", 3, "LimitedAvailability"],
  ["ON_SALE", undefined, "InStock"],
  ["SOLD_OUT", 0, "SoldOut"],
  ["NOT_ON_SALE", 40, "PreOrder"],
  ["CLOSED", 40, "OutOfStock"],
] as const) {
  test(`${saleStatus} with ${available} left is ${said}`, () => {
    const { offers } = read(group([ticket("Adult", { saleStatus, ...(available !== undefined && { available }) })]));
    assert.equal(offers[0].availability, `https://schema.org/${said}`);
  });
}

test("a cancelled date or event is marked; merchandise and members' tickets are not offered", () => {
  assert.match(read(group([], { saleStatus: "CANCELLED" })).eventStatus, /EventCancelled$/);
  assert.match(read(group([]), { ...event, saleStatus: "CANCELLED" }).eventStatus, /EventCancelled$/);
  const scarf = { kind: "MERCHANDISE", name: "", items: [{ kind: "TICKET", ticketType: ticket("Scarf") }] } as const;
  const { pages } = group([ticket("Members", { codeRequired: true }), ticket("Adult")]);
  const { offers } = read(group([], { pages: [...pages, scarf] }));
  assert.deepEqual(
    offers.map(({ name }: { name: string }) => name),
    ["Adult"],
  );
});

test("a date that was moved is rescheduled, with its previous start; cancelled, it keeps that start", () => {
  const previousStartsAt = "2027-02-12T19:30:00.000+13:00";
  const endsAt = "2027-02-13T22:00:00.000+13:00";
  const moved = read(group([], { previousStartsAt, endsAt }));
  assert.deepEqual(
    [moved.eventStatus, moved.previousStartDate, moved.endDate],
    ["https://schema.org/EventRescheduled", previousStartsAt, endsAt],
  );
  const cancelled = read(group([], { previousStartsAt, saleStatus: "CANCELLED" }));
  assert.deepEqual(
    [cancelled.eventStatus, cancelled.previousStartDate],
    ["https://schema.org/EventCancelled", previousStartsAt],
  );
  assert.equal("previousStartDate" in read(group([])), false);
});
