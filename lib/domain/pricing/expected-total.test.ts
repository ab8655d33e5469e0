import assert from "node:assert/strict";
import { test } from "node:test";
import { expectedTotal, shownPrices } from "./expected-total.ts";

const AUD = (minor: number) => ({ minor, currency: "AUD" });
const line = (minor: number) => ({
  ...{ ticketTypeId: 1, name: "Adult", eventDateId: 1, quantity: 1, savings: [] },
  ...{ price: AUD(minor), fee: AUD(0), total: AUD(minor) },
});
const shown = shownPrices([
  { id: 12, price: AUD(4850) },
  { id: 13, price: AUD(3000) },
]);

test("adds the prices shown in the picker to the rest of the cart before savings", () => {
  assert.equal(shown, "AUD 12:4850 13:3000");
  const wanted = [
    { ticketTypeId: 12, quantity: 2 },
    { ticketTypeId: 13, quantity: 1 },
  ];
  assert.deepEqual(expectedTotal(shown, wanted, []), AUD(12_700));
  assert.deepEqual(expectedTotal(shown, wanted, [{ total: AUD(900), lines: [line(500), line(500)] }]), AUD(13_700));
  assert.deepEqual(expectedTotal(shown, wanted, [{ total: AUD(900), lines: [] }]), AUD(13_600));
});

test("returns undefined without prices, with invalid ones, and in another currency", () => {
  const wanted = [{ ticketTypeId: 12, quantity: 2 }];
  for (const text of [
    undefined,
    "",
    "12:4850",
    "AUD",
    "AUD 13:3000",
    "AUD 12:x",
    "AUD 12",
    "aud 12:4850",
    "AUD 12:1.5",
  ])
    assert.equal(expectedTotal(text, wanted, []), undefined, text);
  assert.equal(expectedTotal(shown, wanted, [{ total: { minor: 1, currency: "NZD" }, lines: [] }]), undefined);
});
