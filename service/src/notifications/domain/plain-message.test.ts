import assert from "node:assert/strict";
import test from "node:test";
import { type PlainSale, plainMessage } from "./plain-message.ts";

const SALE: PlainSale = {
  ...{ eventName: "Hamlet", venueName: "The Playhouse", dates: [], lines: ["1 × Adult, Stalls"], total: "47.50 NZD" },
  ...{ codes: [], orderLink: "https://tickets.example/order/secret" },
};

test("links to the order in a message to the buyer, and not in one to the organiser", () => {
  assert.match(plainMessage("REFUNDED", [SALE])?.text ?? "", /order\/secret/);
  assert.doesNotMatch(plainMessage("REFUND_REQUESTED", [SALE])?.text ?? "", /https/);
});
