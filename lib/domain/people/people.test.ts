import assert from "node:assert/strict";
import { test } from "node:test";
import { suggestEmail } from "./email-suggestion.ts";
import { ticketState } from "./ticket-state.ts";

test("suggests a correction for a typo in a common domain", () => {
  assert.equal(suggestEmail("jo@gmial.com"), "jo@gmail.com");
  assert.equal(suggestEmail("jo@gmail.con"), "jo@gmail.com");
  assert.equal(suggestEmail("jo@gmai.com"), "jo@gmail.com");
  assert.equal(suggestEmail("jo@hotmial.co.nz"), "jo@hotmail.co.nz");
  assert.equal(suggestEmail("Jo.Brown@XTRA.co.nzz"), "Jo.Brown@xtra.co.nz");
  assert.equal(suggestEmail("jo@outlok.com"), "jo@outlook.com");
});

test("suggests nothing for a correct or an unknown domain", () => {
  for (const email of [
    "jo@gmail.com",
    "jo@GMAIL.com",
    "jo@example.com",
    "jo@he.com",
    "jo@we.co",
    "jo@",
    "@gmial.com",
    "jo",
    "",
  ]) {
    assert.equal(suggestEmail(email), undefined, email);
  }
});

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
