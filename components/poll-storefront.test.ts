import assert from "node:assert/strict";
import { test } from "node:test";
import { ticketsOf } from "#lib/catalogue/picker/picker-data.ts";
import type { SaleStatus } from "#lib/ticketing/model/event.ts";
import { withAvailability } from "./poll-storefront.ts";

const price = { minor: 4500, currency: "NZD" };
const ticket = {
  id: 5,
  name: "Adult",
  description: "",
  allIn: price,
  price,
  fee: { minor: 0, currency: "NZD" },
  status: "ON_SALE",
  minimum: 1,
  maximum: 8,
  codeRequired: false,
} as const;
const date = {
  id: 1,
  startsAt: "2027-02-13T19:30:00.000+13:00",
  day: "Sat 13 Feb",
  time: "7:30 pm",
  status: "ON_SALE",
  notes: [],
  sections: [{ name: "", items: [ticket] }],
  merchandise: [],
} as const;

/** The offering of a cancelled date has no tickets. */
function shown(dates: Readonly<Record<string, SaleStatus>>) {
  const [now] = withAvailability([date], { dates, tickets: {} });
  return [now.status, ticketsOf(now)[0]?.status];
}

test("the tickets of a date that was cancelled after the page was rendered are cancelled, not closed", () => {
  assert.deepEqual(shown({ 1: "CANCELLED" }), ["CANCELLED", "CANCELLED"]);
});

test("a date or a ticket that is no longer offered is closed", () => {
  assert.deepEqual(shown({ 1: "ON_SALE" }), ["ON_SALE", "CLOSED"]);
  assert.deepEqual(shown({}), ["CLOSED", "CLOSED"]);
});
