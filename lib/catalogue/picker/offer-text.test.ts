import assert from "node:assert/strict";
import test from "node:test";
import type { Discount } from "#lib/ticketing/model/pricing.ts";
import { type OfferWords, offerText } from "./offer-text.ts";

const words: OfferWords = {
  offerOff: "{amount} off",
  offerPack: "{count} for {price}",
  offerTogether: "when you book {count} together",
  offerTickets: { one: "", other: "when you book {count} or more tickets" },
  offerEvents: { one: "", other: "when you book {count} or more events" },
  offerSpend: "when you spend {amount} or more",
  offerTag: "on selected tickets",
};
const discount = (more: Partial<Discount>): Discount => ({
  rule: "R",
  name: "Three",
  kind: "ORDER",
  events: [],
  ...more,
});
const money = (minor: number) => ({ minor, currency: "NZD" });

for (const [more, text] of [
  [
    { percentage: 15, minimumTickets: 3, tag: "saturday" },
    "Three: 15% off when you book 3 or more tickets, on selected tickets",
  ],
  [{ percentage: 12.5, minimumTickets: 1 }, "Three: 12.5% off"],
  [{ amount: money(500), quantity: 2 }, "Three: NZ$5.00 off when you book 2 together"],
  [{ packPrice: money(9000), quantity: 3 }, "Three: 3 for NZ$90.00"],
  [
    { percentage: 20, minimumEvents: 3, minimumSpend: money(10_000) },
    "Three: 20% off when you book 3 or more events, when you spend NZ$100.00 or more",
  ],
  [{}, "Three"],
] as const) {
  test(`a discount reads: ${text}`, () => assert.equal(offerText(discount(more), "en", words), text));
}
