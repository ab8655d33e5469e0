import assert from "node:assert/strict";
import { test } from "node:test";
import { lockRefused, refused, reservationRefused } from "#lib/ticketing/wire/purchase/refusals.ts";
import { admission, buyerForWire, sale } from "#lib/ticketing/wire/purchase/sale.ts";
import { cart, newCart, reservation } from "#lib/ticketing/wire/purchase/sales.ts";

const aud = (amount: number) => ({ amount, currency: "AUD" });
const line = {
  ticketType: { id: 4, name: "Adult" },
  eventDate: 8,
  quantity: 2,
  price: aud(45),
  fee: aud(2.5),
  total: aud(95),
};
const read = {
  ticketTypeId: 4,
  name: "Adult",
  eventDateId: 8,
  quantity: 2,
  price: { minor: 4500, currency: "AUD" },
  fee: { minor: 250, currency: "AUD" },
  total: { minor: 9500, currency: "AUD" },
  savings: [],
};

test("reads a reservation with and without our own fields", () => {
  const plain = {
    successful: true,
    messages: [],
    key: "ABCDEFGH12",
    multiSaleKey: "CART567890",
    link: "x",
    invoice: null,
  };
  assert.deepEqual(reservation({ eventId: 1 }).parse(plain), {
    key: "ABCDEFGH12",
    cartId: "CART567890",
    eventId: 1,
    eventName: "",
    status: "RESERVED",
    lines: [],
    codes: [],
  });
  const full = reservation({ eventId: 1 }).parse({
    ...plain,
    ...{ status: "LOCKED", event: { id: 1, name: "The Tempest" }, expiry: "2026-12-04T19:30:00:000+1300" },
    ...{ expirySeconds: 899.6, invoice: { lines: [line], total: aud(95) } },
  });
  assert.deepEqual([full.secondsLeft, full.total, full.lines], [899, { minor: 9500, currency: "AUD" }, [read]]);
});

test("reads a line's total after savings, and leaves it out where it is not an amount", () => {
  const lineOf = (totalAfterSavings: unknown) =>
    reservation({}).parse({
      ...{ key: "ABCDEFGH12", multiSaleKey: "CART567890" },
      invoice: { lines: [{ ...line, totalAfterSavings }] },
    }).lines[0];
  assert.deepEqual(lineOf(aud(90)), { ...read, totalAfterSavings: { minor: 9000, currency: "AUD" } });
  assert.deepEqual(lineOf({ amount: "a lot", currency: "AUD" }), read);
});

test("reads the price paid for a ticket, and leaves it out where it is not an amount", () => {
  const ticket = { id: 31, ticketType: 4, price: aud(45), fee: aud(2.5), reservationStatus: "CONFIRMED" };
  assert.deepEqual(admission.parse({ ...ticket, paid: aud(40.01) }).paid, { minor: 4001, currency: "AUD" });
  assert.equal("paid" in admission.parse(ticket), false);
  assert.equal("paid" in admission.parse({ ...ticket, paid: { amount: "a lot", currency: "AUD" } }), false);
});

test("reads a cart, and its id in both shapes", () => {
  const sales = [
    { key: "ABCDEFGH12", status: "LOCKED", event: { id: 1, name: "The Tempest" }, total: aud(95), items: [line] },
  ];
  const parsed = cart.parse({
    key: "CART567890",
    total: aud(90),
    gst: aud(8.18),
    sales,
    savings: [{ rule: "M", amount: aud(5) }],
  });
  assert.deepEqual(parsed, {
    id: "CART567890",
    total: { minor: 9000, currency: "AUD" },
    tax: { minor: 818, currency: "AUD" },
    savings: [{ rule: "M", name: "M", amount: { minor: 500, currency: "AUD" } }],
    codes: [],
    advice: [],
    sales: [
      {
        key: "ABCDEFGH12",
        status: "LOCKED",
        eventId: 1,
        eventName: "The Tempest",
        total: { minor: 9500, currency: "AUD" },
        lines: [read],
      },
    ],
  });
  assert.deepEqual([newCart.parse("CART567890"), newCart.parse({ key: "CART567890" })], ["CART567890", "CART567890"]);
});

test("refuses a cart with an unknown state", () => {
  const sales = [{ key: "ABCDEFGH12", status: "MAYBE", event: 1, total: aud(95) }];
  assert.equal(cart.safeParse({ key: "CART567890", total: aud(95), sales }).success, false);
});

test("a refusal names its reason, and the tickets left of each type", () => {
  const no = refused.parse({
    successful: false,
    messages: ["Only 2 left"],
    errors: [{ path: "tickets[0].quantity", code: "NOT_ENOUGH", message: "", ticketType: 4, left: 2 }],
  });
  assert.deepEqual(reservationRefused(no), {
    refusal: "not_enough",
    shortages: [{ ticketTypeId: 4, refusal: "not_enough", left: 2 }],
  });
  assert.deepEqual(reservationRefused(refused.parse({ successful: false })), { refusal: "refused", shortages: [] });
  assert.equal(
    lockRefused(refused.parse({ successful: false, errors: [{ code: "REQUIRED" }] })).refusal,
    "details_refused",
  );
  const off = refused.parse({ successful: false, errors: [{ code: "CANCELLED", ticketType: 4 }] });
  assert.deepEqual(lockRefused(off), { refusal: "cancelled" });
  assert.equal(refused.safeParse({ successful: true }).success, false);
  assert.equal(refused.safeParse({}).success, false);
});

const buyer = { firstName: "Ada", lastName: "Lovelace", email: "ada@example.com", optIn: true };

test("P51: writes a buyer by the interface's names, the flag as text", () => {
  assert.deepEqual(buyerForWire(buyer, "ar"), {
    FIRST_NAME: "Ada",
    LAST_NAME: "Lovelace",
    EMAIL: "ada@example.com",
    OPT_IN: "true",
    LANGUAGE: "ar",
  });
  assert.equal(buyerForWire({ ...buyer, phone: "+64 3 555", optIn: false }, "en").PHONE, "+64 3 555");
  assert.equal(buyerForWire({ ...buyer, postcode: "6011" }, "en").POSTCODE, "6011");
});

test("a sale and its admissions are read, the misspelling included", () => {
  const parsed = sale.parse({
    ...{ id: 12, key: "ABCDEFGH12", cartId: "CART567890", status: "CONFIRMED", event: { id: 1, name: "The Tempest" } },
    ...{
      totalPrice: aud(95),
      admissions: [{ id: 31 }, 32],
      transactions: [
        { method: "CREDIT_CARD", amount: aud(75), state: "DECLINED" },
        { method: "VOUCHER", amount: aud(20), state: "PAID" },
        { type: "CREDIT_CARD", amount: aud(75) },
      ],
    },
    ...{ data: buyerForWire(buyer, "en"), modifed: "2026-12-04T19:30:00:000+1300", tags: [] },
  });
  const payments = [
    { method: "VOUCHER", amount: { minor: 2000, currency: "AUD" } },
    { method: "CREDIT_CARD", amount: { minor: 7500, currency: "AUD" } },
  ];
  assert.deepEqual([parsed.admissionIds, parsed.payments, parsed.buyer], [[31, 32], payments, buyer]);
  const { buyer: located } = sale.parse({
    ...{ id: 12, key: "ABCDEFGH12", status: "CONFIRMED", event: { id: 1, name: "The Tempest" }, totalPrice: aud(95) },
    data: buyerForWire({ ...buyer, postcode: "6011" }, "en"),
  });
  assert.equal(located?.postcode, "6011");
  const ticket = admission.parse({
    ...{ id: 31, lastName: "Lovelace", ticketType: { id: 4, name: "Adult" }, price: 45, fee: "2.50" },
    ...{ price: aud(45), fee: aud(2.5), reservationStatus: "CONFIRMED", timeAdmitted: null, data: {} },
  });
  assert.deepEqual(
    [ticket.holder, ticket.qrType, "admittedAt" in ticket, "uuid" in ticket],
    ["Lovelace", "A", false, false],
  );
});

test("a cart's sale has dates and venue, as far as the service returns them", () => {
  const held = {
    key: "ABCDEFGH12",
    status: "RESERVED",
    event: { id: 1, name: "The Tempest" },
    total: aud(95),
    items: [],
  };
  const said = {
    eventDates: [{ id: 8, name: "Sat", startDate: "2026-12-04T19:30:00:000+1300", endDate: null }, { id: 9 }, 10],
    venue: { id: 5, name: "Shed 6", address: { city: "Wellington" } },
  };
  const parsed = cart.parse({
    key: "CART567890",
    total: aud(190),
    sales: [
      { ...held, ...said },
      { ...held, venue: 5 },
    ],
  });
  assert.deepEqual(parsed.sales[0]?.eventDates, [
    { id: 8, startsAt: "2026-12-04T19:30:00.000+13:00", timeZone: "+13:00" },
  ]);
  assert.deepEqual([parsed.sales[0]?.venue?.name, parsed.sales[0]?.venue?.timeZone], ["Shed 6", "+13:00"]);
  assert.deepEqual([parsed.sales[1]?.eventDates, parsed.sales[1]?.venue], [undefined, undefined]);
});

test("reads what a Buyer may choose, asked for and had moved; what is written otherwise is as if it were absent", () => {
  const start = "2099-12-05T19:30:00.000+13:00";
  const choices = [
    { eventDate: 8, choice: null, dates: [{ id: 9, startDate: start, endDate: null, doors: null, hasPlaces: false }] },
  ];
  const refundRequests = [{ created: start, state: "DECLINED", admissions: [31], declineReason: " Sold out. " }];
  const paid = { key: "HAMLET0001", status: "CONFIRMED", event: 1, totalPrice: aud(45) };
  const found = sale.parse({
    ...paid,
    venue: { id: 5, name: "Shed 6", timeZone: "Pacific/Auckland" },
    choices,
    refundRequests,
  });
  const date = { id: 9, startsAt: start, timeZone: "Pacific/Auckland", hasPlaces: false };
  assert.deepEqual(found.choices, [{ eventDateId: 8, dates: [date] }]);
  assert.deepEqual(found.refundRequests, [{ state: "DECLINED", admissionIds: [31], declineReason: "Sold out." }]);
  const odd = sale.parse({ ...paid, choices: [{ eventDate: "soon" }], refundRequests: "none" });
  assert.deepEqual([odd.choices, odd.refundRequests], [undefined, undefined]);

  const ticket = { id: 31, ticketType: 4, price: aud(45), reservationStatus: "CONFIRMED" };
  const movedFrom = { eventDate: 8, startDate: start, by: "BUYER" };
  assert.deepEqual(admission.parse({ ...ticket, movedFrom }).movedFrom, {
    eventDateId: 8,
    startsAt: start,
    by: "BUYER",
  });
  assert.equal(admission.parse({ ...ticket, movedFrom: "another date" }).movedFrom, undefined);
  assert.equal(admission.parse({ ...ticket, movedFrom: null }).movedFrom, undefined);
});
