import assert from "node:assert/strict";
import test from "node:test";
import { overallStatus, type SaleStatus, type SaleTerms, saleStatusOf } from "./sale-status.ts";

const now = new Date("2026-12-01T00:00:00Z");
const before = new Date("2026-11-30T23:59:59Z");
const after = new Date("2026-12-01T00:00:01Z");
const onSale: SaleTerms = {
  published: true,
  cancelled: false,
  closed: false,
  endsAt: after,
  free: 1,
  minimum: 1,
  onSaleFrom: undefined,
  onSaleTo: undefined,
};

const table: readonly (readonly [what: string, terms: Partial<SaleTerms>, status: SaleStatus])[] = [
  ["one ticket left", {}, "ON_SALE"],
  ["none left", { free: 0 }, "SOLD_OUT"],
  ["as many left as an order must have", { free: 4, minimum: 4 }, "ON_SALE"],
  ["fewer left than an order must have", { free: 3, minimum: 4 }, "SOLD_OUT"],
  ["sale starts later", { onSaleFrom: after }, "NOT_ON_SALE"],
  ["sale starts now", { onSaleFrom: now }, "ON_SALE"],
  ["sale ends now", { onSaleTo: now }, "CLOSED"],
  ["sale ends later", { onSaleTo: after }, "ON_SALE"],
  ["closed by the organiser and sold out", { closed: true, free: 0 }, "CLOSED"],
  ["over", { endsAt: before }, "CLOSED"],
  ["over now", { endsAt: now }, "CLOSED"],
  ["not published", { published: false }, "NOT_ON_SALE"],
  ["cancelled, unpublished and closed", { cancelled: true, published: false, closed: true }, "CANCELLED"],
  ["none left before the sale starts", { onSaleFrom: after, free: 0 }, "NOT_ON_SALE"],
];

for (const [what, terms, status] of table) {
  test(`returns ${status} with ${what}`, () => assert.equal(saleStatusOf({ ...onSale, ...terms }, now), status));
}

test("combines statuses to the one with the best chance of tickets", () => {
  assert.equal(overallStatus(["SOLD_OUT", "ON_SALE"]), "ON_SALE");
  assert.equal(overallStatus(["SOLD_OUT", "NOT_ON_SALE"]), "NOT_ON_SALE");
  assert.equal(overallStatus(["CLOSED", "SOLD_OUT"]), "SOLD_OUT");
  assert.equal(overallStatus(["CANCELLED", "CLOSED"]), "CLOSED");
  assert.equal(overallStatus(["CANCELLED", "CANCELLED"]), "CANCELLED");
  assert.equal(overallStatus([]), "NOT_ON_SALE");
});
