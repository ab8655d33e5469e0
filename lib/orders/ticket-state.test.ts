import assert from "node:assert/strict";
import { test } from "node:test";
import { ticketState } from "#lib/orders/tickets.ts";

const cancelled = { saleStatus: "CANCELLED" } as const;
const onSale = { saleStatus: "ON_SALE" } as const;

test("a ticket admits while it is confirmed and neither its event nor its date is cancelled", () => {
  assert.equal(ticketState({ status: "CONFIRMED" }, onSale, onSale), "valid");
  assert.equal(ticketState({ status: "CONFIRMED" }, undefined, undefined), "valid", "an event that left the catalogue");
  assert.equal(ticketState({ status: "PENDING_GUEST_DETAILS" }, onSale, onSale), "pending");
  assert.equal(ticketState({ status: "CONFIRMED" }, cancelled, onSale), "cancelled");
  assert.equal(ticketState({ status: "PENDING_GUEST_DETAILS" }, onSale, cancelled), "cancelled");
});

test("a refunded or returned ticket says so, also of a cancelled date", () => {
  for (const date of [onSale, cancelled]) {
    assert.equal(ticketState({ status: "REFUNDED" }, onSale, date), "refunded");
    assert.equal(ticketState({ status: "RETURNED" }, onSale, date), "returned");
  }
});
