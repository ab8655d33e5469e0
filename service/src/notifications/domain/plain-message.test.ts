import assert from "node:assert/strict";
import test from "node:test";
import { type PlainSale, plainMessage } from "./plain-message.ts";

const SALE: PlainSale = {
  eventName: "Hamlet",
  venueName: "The Playhouse",
  dates: [],
  lines: ["1 × Adult, Stalls"],
  total: "47.50 NZD",
  codes: [],
};

test("names the shop in a message to the buyer, and not in one to the organiser", () => {
  const shop = "https://tickets.example";
  assert.match(
    plainMessage("REFUNDED", [SALE], { shop })?.text ?? "",
    /^Open your order .* at https:\/\/tickets\.example$/m,
  );
  assert.doesNotMatch(plainMessage("REFUND_REQUESTED", [SALE], { shop })?.text ?? "", /https/);
});

test("a request to the organiser has the buyer's reason on one line", () => {
  const text =
    plainMessage("REFUND_REQUESTED", [SALE], { details: { admissions: [1], reason: "I broke\nmy leg." } })?.text ?? "";
  assert.match(text, /^Reason: I broke my leg\.$/m);
});

test("a refund names its amount, and the part that the organiser gives back in cash", () => {
  const refund = { amount: { amount: 95, currency: "NZD" }, byHand: { amount: 65, currency: "NZD" } };
  const text = plainMessage("REFUNDED", [SALE], { details: { refund } })?.text ?? "";
  assert.match(text, /^Amount: 95 NZD$/m);
  assert.match(text, /paid in cash.*: 65 NZD$/m);
});

test("a message with a link of its own has it, is about no order, and names are on one line", () => {
  const details = {
    link: "https://tickets.example/en/link/abc",
    expiresAt: "2026-12-03T09:30:00.000Z",
    account: "Harbour\nTheatres",
    inviter: "Ada",
  };
  const text = plainMessage("INVITATION", [], { details, shop: "https://tickets.example" })?.text ?? "";
  assert.match(text, /^Account: Harbour Theatres$/m);
  assert.match(text, /^https:\/\/tickets\.example\/en\/link\/abc$/m);
  assert.match(text, /valid until 2026-12-03 09:30 \(UTC\)/);
  assert.doesNotMatch(text, /Find my tickets/);
  assert.equal(plainMessage("CANCELLED", []), undefined, "the control: about an order");
});
