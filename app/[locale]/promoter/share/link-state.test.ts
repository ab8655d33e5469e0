import assert from "node:assert/strict";
import { test } from "node:test";
import { codeWarnings, dateOf, linesToQuote, warningsOf } from "#app/[locale]/promoter/share/link-state.ts";
import type { Offering, OfferingGroup, TicketType } from "#lib/ticketing/model/offering.ts";

const NOW = new Date("2026-12-01T00:00:00Z");
const MONEY = { minor: 4500, currency: "NZD" };
const STALLS: TicketType = {
  id: 3,
  name: "Stalls",
  description: "",
  section: { id: 1, name: "Floor" },
  price: MONEY,
  fee: MONEY,
  saleStatus: "ON_SALE",
  available: 4,
  minimum: 1,
  maximum: 8,
  codeRequired: false,
};
const GROUP: OfferingGroup = {
  eventDateId: 5,
  name: "",
  startsAt: "2026-12-20T19:30:00+13:00",
  saleStatus: "ON_SALE",
  pages: [{ kind: "TICKETS", name: "", items: [{ kind: "TICKET", ticketType: STALLS }] }],
};

function offering(change: Partial<OfferingGroup> = {}, ticket: Partial<TicketType> = {}): Offering {
  const pages = [
    { kind: "TICKETS" as const, name: "", items: [{ kind: "TICKET" as const, ticketType: { ...STALLS, ...ticket } }] },
  ];
  return { eventId: 12, discounts: [], groups: [{ ...GROUP, pages, ...change }] };
}

const LINK = { eventDateId: 5, wanted: [{ ticketTypeId: 3, quantity: 2 }] };

test("a link without a problem has no warning", () => {
  assert.deepEqual(warningsOf(LINK, offering(), NOW), []);
});

test("each missing thing has a warning", () => {
  const warnings = (link: Parameters<typeof warningsOf>[0], ...change: Parameters<typeof offering>) =>
    warningsOf(link, offering(...change), NOW);
  assert.deepEqual(warningsOf(LINK, undefined, NOW), [{ warning: "nothing_on_sale" }]);
  assert.deepEqual(warnings({ ...LINK, eventDateId: 9 }), [{ warning: "date_not_available" }]);
  assert.deepEqual(warnings(LINK, { startsAt: "2026-11-30T19:30:00Z" }), [{ warning: "date_not_available" }]);
  const runs = { startsAt: "2026-11-30T19:30:00Z", endsAt: "2026-12-10T19:30:00Z" };
  assert.deepEqual(warnings(LINK, runs), [{ warning: "date_soon" }]);
  assert.deepEqual(warnings(LINK, { startsAt: "2026-12-02T23:59:00Z" }), [{ warning: "date_soon" }]);
  assert.deepEqual(warnings(LINK, { saleStatus: "SOLD_OUT" }), [{ warning: "date_sold_out" }]);
  assert.deepEqual(warnings(LINK, { saleStatus: "NOT_ON_SALE" }), [{ warning: "date_not_on_sale" }]);
  assert.deepEqual(warnings({ wanted: [{ ticketTypeId: 3, quantity: 6 }] }), [
    { warning: "too_many", name: "Stalls", most: 4 },
  ]);
  assert.deepEqual(warnings({ eventDateId: 5, wanted: [{ ticketTypeId: 4, quantity: 1 }] }), [
    { warning: "ticket_not_available", ticketTypeId: 4 },
  ]);
  assert.deepEqual(warnings(LINK, {}, { available: 0 }), [{ warning: "sold_out", name: "Stalls", most: 0 }]);
  assert.deepEqual(warnings(LINK, {}, { codeRequired: true }), [{ warning: "code_needed", name: "Stalls" }]);
  assert.deepEqual(warnings({ ...LINK, code: "SECRET" }, {}, { codeRequired: true }), []);
  for (const saleStatus of ["SOLD_OUT", "NOT_ON_SALE"] as const)
    assert.deepEqual(warnings({ ...LINK, code: "SECRET" }, { saleStatus }, { codeRequired: true }), []);
  // The picker refuses a date on which fewer are left than one order must have.
  const tooFew = { codeRequired: true, available: 2, minimum: 4 };
  assert.deepEqual(warnings({ ...LINK, code: "SECRET" }, { saleStatus: "SOLD_OUT" }, tooFew), [
    { warning: "date_sold_out" },
    { warning: "sold_out", name: "Stalls", most: 0 },
  ]);
});

test("a code without an effect has a warning, and a valid one has none", () => {
  const answers = [
    { code: "OLD", result: "ENDED" as const },
    { code: "SAVE10", result: "APPLIED" as const },
    { code: "TYPO", result: "UNKNOWN" as const },
  ];
  assert.deepEqual(codeWarnings(answers), [
    { warning: "code_ended", code: "OLD" },
    { warning: "code_unknown", code: "TYPO" },
  ]);
  assert.deepEqual(linesToQuote({ wanted: [] }, offering()), [{ ticketTypeId: 3, quantity: 1 }]);
  assert.deepEqual(linesToQuote(LINK, offering()), LINK.wanted);
});

test("a link opens on its own date, the one of its tickets, or the only one, and of several promises none", () => {
  const groups = [{ ...GROUP, eventDateId: 4, saleStatus: "SOLD_OUT" as const, pages: [] }, GROUP];
  assert.equal(dateOf({ wanted: [] }, [GROUP])?.eventDateId, 5);
  assert.equal(dateOf({ wanted: [] }, groups), undefined);
  assert.deepEqual(warningsOf({ wanted: [] }, { ...offering(), groups }, NOW), []);
  assert.deepEqual(warningsOf({ wanted: [{ ticketTypeId: 9, quantity: 1 }] }, { ...offering(), groups }, NOW), [
    { warning: "ticket_not_available", ticketTypeId: 9 },
  ]);
  assert.equal(dateOf({ wanted: LINK.wanted }, groups)?.eventDateId, 5);
  assert.equal(dateOf({ eventDateId: 6, wanted: [] }, groups), undefined);
});
