import assert from "node:assert/strict";
import { test } from "node:test";
import type { Offering } from "#lib/ticketing/model/offering.ts";
import { placeLimit, placesOnSale } from "./reservation-limits.ts";

const NO_PLACES = { ofVisitor: 0, ofNetwork: 0, isProven: false };

for (const [what, count, limit] of [
  ["a first order of 20", { wanted: 20 }, undefined],
  ["a first order of 21", { wanted: 21 }, "proof_required"],
  ["a first order of 21, proven", { wanted: 21, isProven: true }, undefined],
  ["the visitor's 50th place, proven", { wanted: 10, ofVisitor: 40, isProven: true }, undefined],
  ["the visitor's 51st place, proven", { wanted: 11, ofVisitor: 40, isProven: true }, "visitor_limit"],
  ["a small order that fills the network's 40, unproven", { wanted: 4, ofNetwork: 36 }, undefined],
  ["a small order beyond the network's 40, unproven", { wanted: 4, ofNetwork: 37 }, "proof_required"],
  ["an order of 5 beyond the network's 20, unproven", { wanted: 5, ofNetwork: 20 }, "proof_required"],
  ["the network's 60th place, proven", { wanted: 10, ofNetwork: 50, isProven: true }, undefined],
  ["the network's 61st place, proven", { wanted: 10, ofNetwork: 51, isProven: true }, "network_limit"],
  ["a twentieth of a large hall, proven", { wanted: 10, ofNetwork: 90, onSale: 2_000, isProven: true }, undefined],
  ["more than a twentieth of a hall", { wanted: 10, ofNetwork: 91, onSale: 2_000, isProven: true }, "network_limit"],
] as const) {
  test(`${what}: ${limit ?? "reserved"}`, () => assert.equal(placeLimit({ ...NO_PLACES, ...count }), limit));
}

test("places on sale are counted by date, and once where ticket types share a section", () => {
  const group = (...available: readonly (number | undefined)[]) => ({
    pages: [{ items: available.map((available) => ({ kind: "TICKET", ticketType: { available } })) }],
  });
  const offering = { groups: [group(300, 280), group(100, undefined), group()] } as unknown as Offering;
  assert.equal(placesOnSale(offering), 400);
  assert.equal(placesOnSale(undefined), 0);
});
