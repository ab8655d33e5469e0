import assert from "node:assert/strict";
import { test } from "node:test";
import { applySettings } from "#e2e/tools/storefront-settings.ts";
import { fullName } from "#lib/ticketing/model/buyer.ts";
import { lockRefused, refused, reservationRefused } from "#lib/ticketing/wire/purchase/refusals.ts";
import { admission, buyerForWire, sale } from "#lib/ticketing/wire/purchase/sale.ts";
import { cart, newCart, reservation } from "#lib/ticketing/wire/purchase/sales.ts";

applySettings({ CURRENCY: "AUD" });

const aud = (amount: number) => ({ amount, currency: "AUD" });

test("leaves out what cannot be read of a cart, field by field, and finds the keys of its sales", () => {
  const whole = { key: "ABCDEFGH12", status: "MAYBE", event: 1, total: aud(95), items: [{ label: "2 × Adult" }] };
  const rows = [
    whole,
    { sale: { id: 31, name: "The Tempest", key: "ABCDEFGH13" }, rows: [], due: 95 },
    { link: "/api/v2/reservation/ABCDEFGH14.json", total: "95.00" },
    "ABCDEFGH15",
    { id: 16, cart: { key: "CART567890" }, event: { link: "/v2/event/1" } },
    { total: aud(95) },
    null,
  ];
  const read = cart.parse({ total: 95, expirySeconds: "soon", savings: [{ amount: "much" }], sales: rows });
  const ofShop = { minor: 9500, currency: "AUD" };
  assert.deepEqual([read.total, read.id, read.secondsLeft, read.savings], [ofShop, undefined, undefined, []]);
  const none = { eventDates: undefined, venue: undefined };
  assert.deepEqual(
    read.rows?.map((row) => ({ ...none, ...row })),
    [
      { ...none, key: "ABCDEFGH12", name: "ABCDEFGH12", eventId: 1, eventName: "", total: ofShop },
      { ...none, key: "ABCDEFGH13", name: "ABCDEFGH13" },
      { ...none, key: "ABCDEFGH14", name: "ABCDEFGH14", total: ofShop },
      { ...none, key: "ABCDEFGH15", name: "ABCDEFGH15" },
      { ...none, name: "16", eventId: 1, eventName: "" },
      { ...none, total: ofShop },
      none,
    ],
  );
  assert.equal(cart.parse({ total: 95, sales: "three" }).rows, undefined);
  assert.equal(cart.safeParse("a page").success, false);
});

test("reads a reservation from the key alone, and leaves out an invoice and a cart that it cannot read", () => {
  const nothing = { lines: [], codes: [] };
  assert.deepEqual(reservation.parse("ABCDEFGH12"), { key: "ABCDEFGH12", ...nothing });
  assert.deepEqual(
    reservation.parse({ successful: true, link: { id: 3, link: "https://x.example/v2/reservation/ABCDEFGH12/" } }),
    { key: "ABCDEFGH12", ...nothing },
  );
  const invoice = { number: "R-9", rows: [{ label: "2 × Adult", sum: 95 }], due: 95 };
  assert.deepEqual(
    reservation.parse({ key: "ABCDEFGH12", multiSaleKey: "CART567890", expiry: "in a while", status: 3, invoice }),
    { key: "ABCDEFGH12", cartId: "CART567890", ...nothing },
  );
  assert.deepEqual(reservation.parse({ done: [{ it: "is" }] }), nothing);
  assert.equal(reservation.safeParse({ successful: false, messages: ["Sold out."] }).success, false);
});

test("reads the id of an unused cart, bare or in an object, and nothing else", () => {
  assert.deepEqual(
    ["CART567890", { key: "CART567890" }, { cart: "CART567890" }, "<!doctype html>", undefined].map(
      (one) => newCart.safeParse(one).data,
    ),
    ["CART567890", "CART567890", undefined, undefined, undefined],
  );
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
  const unexplained = { refusal: "details_refused", isUnexplained: true };
  assert.deepEqual(lockRefused(refused.parse({ successful: false, messages: ["Missing: Diet."] })), unexplained);
  assert.equal(refused.safeParse({ successful: true }).success, false);
  assert.equal(refused.safeParse({}).success, false);
});

test("a sale of the reference alone is read: amounts without currency, references, other names in its payments", () => {
  const read = sale.parse({
    key: "ABCDEFGH12",
    status: "CONFIRMED",
    event: { id: 1, name: "The Tempest" },
    customer: null,
    totalPrice: 95,
    admissions: [{ id: 31, name: "Adult" }],
    transactions: [{ kind: "CREDIT_CARD", sum: 95, at: "2026-12-04T19:30:00:000+13:00" }, "paid"],
    data: { FIRST_NAME: "Ada" },
    tags: [],
  });
  assert.deepEqual([read.total, read.admissionIds, read.payments, read.buyer], [aud95, [31], [], undefined]);
  const odd = { key: "ABCDEFGH12", status: "LOCKED", event: "soon", totalPrice: {}, admissions: "two", guests: 3 };
  const { total, eventId, admissionIds, guests } = sale.parse(odd);
  assert.deepEqual([total, eventId, admissionIds, guests], [undefined, 0, [], []]);
  assert.equal(sale.safeParse({ key: "ABCDEFGH12", status: "SETTLED", totalPrice: 95 }).success, false, "the control");
});

const aud95 = { minor: 9500, currency: "AUD" };
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

const WHOLE_TICKET = {
  id: 31,
  uuid: "0c8f3a52-7d6c-4d3e-8f29-3c1f0a9b7e11",
  ticketType: { id: 4, name: "Adult" },
  price: aud(45),
  reservationStatus: "CONFIRMED",
};

test("a buyer with one name is written with ONE_NAME, and read from the last name or from two equal ones", () => {
  const suharto = { ...buyer, firstName: "", lastName: "Suharto" };
  const { FIRST_NAME, LAST_NAME, ONE_NAME } = buyerForWire(suharto, "en");
  assert.deepEqual([FIRST_NAME, LAST_NAME, ONE_NAME], [undefined, "Suharto", "true"]);
  const written = {
    key: "ABCDEFGH12",
    status: "CONFIRMED",
    event: { id: 1, name: "The Tempest" },
    totalPrice: aud(95),
  };
  const data = { LAST_NAME: "Suharto", EMAIL: buyer.email, OPT_IN: "true" };
  for (const first of [{}, { FIRST_NAME: "" }, { FIRST_NAME: "Suharto" }]) {
    const read = sale.parse({ ...written, data: { ...data, ...first } }).buyer;
    assert.deepEqual([read, read && fullName(read)], [suharto, "Suharto"]);
  }
  // A service that returns tickets whole knows a buyer of one name: two equal names are those of Mohamed Mohamed.
  const named = { ...data, FIRST_NAME: "Suharto" };
  const whole = sale.parse({ ...written, data: named, admissions: [WHOLE_TICKET] });
  assert.equal(whole.admissions?.length, 1);
  assert.equal(whole.buyer && fullName(whole.buyer), "Suharto Suharto");
  const { buyer: other } = sale.parse({ ...written, data: { ...data, FIRST_NAME: "Tommy" } });
  assert.equal(other && fullName(other), "Tommy Suharto");
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
