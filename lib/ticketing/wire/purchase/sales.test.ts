import assert from "node:assert/strict";
import { test } from "node:test";
import { lockRefused, refused, reservationRefused } from "#lib/ticketing/wire/purchase/refusals.ts";
import { admission, buyerForWire, sale } from "#lib/ticketing/wire/purchase/sale.ts";
import { cart } from "#lib/ticketing/wire/purchase/sales.ts";

const aud = (amount: number) => ({ amount, currency: "AUD" });

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
    id: 12,
    key: "ABCDEFGH12",
    cartId: "CART567890",
    status: "CONFIRMED",
    event: { id: 1, name: "The Tempest" },
    totalPrice: aud(95),
    admissions: [{ id: 31 }, 32],
    transactions: [
      { method: "CREDIT_CARD", amount: aud(75), state: "DECLINED" },
      { method: "VOUCHER", amount: aud(20), state: "PAID" },
      { type: "CREDIT_CARD", amount: aud(75) },
    ],
    data: buyerForWire(buyer, "en"),
    modifed: "2026-12-04T19:30:00:000+1300",
    tags: [],
  });
  const payments = [
    { method: "VOUCHER", amount: { minor: 2000, currency: "AUD" } },
    { method: "CREDIT_CARD", amount: { minor: 7500, currency: "AUD" } },
  ];
  assert.deepEqual([parsed.admissionIds, parsed.payments, parsed.buyer], [[31, 32], payments, buyer]);
  const { buyer: located } = sale.parse({
    id: 12,
    key: "ABCDEFGH12",
    status: "CONFIRMED",
    event: { id: 1, name: "The Tempest" },
    totalPrice: aud(95),
    data: buyerForWire({ ...buyer, postcode: "6011" }, "en"),
  });
  assert.equal(located?.postcode, "6011");
  const ticket = admission.parse({
    id: 31,
    lastName: "Lovelace",
    ticketType: { id: 4, name: "Adult" },
    price: aud(45),
    fee: aud(2.5),
    reservationStatus: "CONFIRMED",
    timeAdmitted: null,
    data: {},
  });
  assert.deepEqual(
    [ticket.holder, ticket.qrType, "admittedAt" in ticket, "uuid" in ticket],
    ["Lovelace", "A", false, false],
  );
});
