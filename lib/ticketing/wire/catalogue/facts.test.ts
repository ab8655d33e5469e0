import assert from "node:assert/strict";
import { test } from "node:test";
import { event, eventDate } from "#lib/ticketing/wire/catalogue/catalogue.ts";
import { offering } from "#lib/ticketing/wire/catalogue/offering.ts";
import { admission, sale } from "#lib/ticketing/wire/purchase/sale.ts";
import { cart } from "#lib/ticketing/wire/purchase/sales.ts";

const venue = { id: 3, name: "Old Mill", timeZone: "Pacific/Auckland" };
const mapUrl = "https://map.example/3";
const refundPolicy = { untilHoursBefore: 48, percentage: 100, keepsFee: true };
const date = { id: 8, startDate: "2026-12-04T19:30:00:000+1300", doors: "2026-12-04T18:45:00:000+1300" };
const doors = "2026-12-04T18:45:00.000+13:00";
const nzd = (amount: number) => ({ amount, currency: "NZD" });
const facts = { ageLimit: "16+", refundPolicy };

test("an event has its age limit, refund policy, picture's description and map", () => {
  const read = event.parse({ id: 1, name: "A", venue: { ...venue, mapUrl }, heroImageAlt: " Two actors ", ...facts });
  assert.deepEqual(
    [read.ageLimit, read.refundPolicy, read.heroImageAlt, read.venue.mapUrl],
    ["16+", refundPolicy, "Two actors", mapUrl],
  );
});

test("an event without refunds differs from one whose service does not say", () => {
  const read = (more: object) => event.parse({ id: 1, name: "A", venue, ...more });
  assert.equal(read({ refundPolicy: null }).refundPolicy, null);
  assert.equal("refundPolicy" in read({}), false);
});

test("facts in another form are left out, and the event is read", () => {
  const odd = { ageLimit: 16, refundPolicy: { percentage: 200 }, heroImageAlt: "", mapUrl: "javascript:alert(1)" };
  const read = event.parse({ id: 1, name: "A", venue: { ...venue, mapUrl: odd.mapUrl }, ...odd });
  assert.deepEqual(
    ["ageLimit", "refundPolicy", "heroImageAlt"].filter((name) => name in read),
    [],
  );
  assert.equal(read.venue.mapUrl, undefined);
  assert.equal(eventDate.parse({ ...date, event: 1, saleStatus: "ON_SALE", doors: "at seven" }).doors, undefined);
});

test("a date has the time of its doors, in the catalogue and in the offering", () => {
  assert.equal(eventDate.parse({ ...date, event: 1, saleStatus: "ON_SALE" }).doors, doors);
  const group = { eventDate: 8, startDate: date.startDate, doors: date.doors, saleStatus: "ON_SALE", pages: [] };
  assert.equal(offering.parse({ event: 1, groups: [group] }).groups[0]?.doors, doors);
});

test("a cart, a sale and a ticket have what their holder needs, with the reference of the payment", () => {
  const sold = { key: "ABCDEFGH12", status: "CONFIRMED", event: { id: 1, name: "A" }, reference: "K7TQ4M", ...facts };
  const placed = { ...sold, venue: { ...venue, mapUrl }, eventDates: [date] };
  const inCart = cart.parse({ key: "CART567890", total: nzd(0), sales: [{ ...placed, total: nzd(45) }] }).sales[0];
  const receipt = sale.parse({ ...placed, totalPrice: nzd(45) });
  for (const read of [inCart, receipt]) {
    assert.deepEqual([read?.reference, read?.ageLimit, read?.refundPolicy], ["K7TQ4M", "16+", refundPolicy]);
    assert.deepEqual([read?.venue?.mapUrl, read?.eventDates?.[0]?.doors], [mapUrl, doors]);
  }
  const ticket = admission.parse({
    ...{ id: 5, ticketType: { id: 4, name: "Adult" }, price: nzd(45), reservationStatus: "CONFIRMED", ageLimit: "16+" },
    ...{ eventDate: date, venue: { ...venue, mapUrl }, venueSection: { id: 2, name: "Stalls", door: "Door 2" } },
  });
  assert.deepEqual([ticket.section, ticket.door, ticket.ageLimit], ["Stalls", "Door 2", "16+"]);
  assert.deepEqual([ticket.eventDate?.doors, ticket.venue?.mapUrl], [doors, mapUrl]);
});

test("a section as a bare id still has its ticket read, without a door", () => {
  const plain = { id: 5, ticketType: 4, price: nzd(45), reservationStatus: "CONFIRMED", venueSection: 2 };
  const ticket = admission.parse(plain);
  assert.deepEqual([ticket.section, ticket.door], [undefined, undefined]);
});
