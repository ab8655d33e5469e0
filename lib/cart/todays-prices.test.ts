import assert from "node:assert/strict";
import test from "node:test";
import type { SaleStatus } from "#lib/ticketing/model/event.ts";
import type { OfferingGroup } from "#lib/ticketing/model/offering.ts";
import type { ReservedLine } from "#lib/ticketing/model/reservation.ts";
import { byType, costToday, todaysPrices } from "./todays-prices.ts";

const AUD = (minor: number) => ({ minor, currency: "AUD" });

/** Returns an offering of ticket types 1, 2 … with these prices, a fee of 2.50 and these states. */
function offering(...types: readonly (readonly [minor: number, saleStatus?: SaleStatus])[]) {
  const items = types.map(([minor, saleStatus = "ON_SALE"], at) => ({
    kind: "TICKET" as const,
    ticketType: {
      id: at + 1,
      name: `Type ${at + 1}`,
      description: "",
      section: { id: 1, name: "Floor" },
      price: AUD(minor),
      fee: AUD(250),
      saleStatus,
      minimum: 1,
      codeRequired: false,
    },
  }));
  const group: OfferingGroup = {
    eventDateId: 1,
    name: "",
    startsAt: "2099-01-01T00:00:00Z",
    saleStatus: "ON_SALE",
    pages: [{ kind: "TICKETS", name: "", items }],
  };
  return { groups: [group] };
}

const line = (ticketTypeId: number, quantity: number, minor = 4_500): ReservedLine => ({
  ticketTypeId,
  name: "",
  eventDateId: 1,
  quantity,
  price: AUD(minor),
  fee: AUD(250),
  total: AUD(quantity * (minor + 250)),
  savings: [],
});

test("reserved lines are as reserved, at other prices, or no longer on sale", () => {
  const lines = [line(1, 2), line(2, 1)];
  assert.deepEqual(todaysPrices(lines, offering([4_500], [4_500])), { state: "as_reserved" });
  assert.deepEqual(todaysPrices(lines, offering([4_500, "SOLD_OUT"], [4_500])), { state: "as_reserved" });
  const changed = { state: "changed", changes: [{ line: lines[1], before: AUD(4_750), now: AUD(10_250) }] };
  assert.deepEqual(todaysPrices(lines, offering([4_500], [10_000])), changed);
  for (const gone of ["CLOSED", "NOT_ON_SALE", "CANCELLED"] as const)
    assert.deepEqual(todaysPrices(lines, offering([4_500], [4_500, gone])), { state: "not_on_sale" });
  assert.deepEqual(todaysPrices(lines, offering([4_500])), { state: "not_on_sale" });
  assert.deepEqual(todaysPrices(lines, undefined), { state: "not_on_sale" });
});

test("tickets cost what they cost today, and nothing is said where one of them is not on sale", () => {
  const wanted = [line(1, 2), line(2, 1)];
  assert.deepEqual(costToday(wanted, offering([1_000], [2_000])), AUD(2 * 1_250 + 2_250));
  assert.equal(costToday(wanted, offering([1_000], [2_000, "CLOSED"])), undefined);
});

test("lines of one type are one line, in the place of the first", () => {
  assert.deepEqual(byType([line(2, 1), line(1, 2), line(2, 3, 9_000), line(3, 0)]), [
    { ticketTypeId: 2, quantity: 4 },
    { ticketTypeId: 1, quantity: 2 },
  ]);
});
