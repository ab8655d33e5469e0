import assert from "node:assert/strict";
import test from "node:test";
import fc from "fast-check";
import type { TicketTypeTerms } from "./terms.ts";
import { assignPlaces, type Priced, placesNeeded } from "./validate.ts";

const STOCK_IDS = [1, 2, 3];

function ticketType(stockIds: readonly number[]): TicketTypeTerms {
  return {
    id: stockIds[0] ?? 0,
    name: "Adult",
    eventDateId: 1,
    eventDateName: "",
    priceMinor: 0,
    feeMinor: 0,
    section: { id: 1, name: "Stalls", door: null },
    minimumPerOrder: 1,
    maximumPerOrder: 10,
    tags: [],
    codeRequired: false,
    hidden: false,
    closed: false,
    dateCancelled: false,
    onSaleFrom: undefined,
    onSaleTo: undefined,
    endsAt: new Date(0),
    caps: stockIds.map((stockId) => ({ stockId, free: 0 })),
  };
}

const anyRequest = fc
  .array(fc.tuple(fc.subarray(STOCK_IDS, { minLength: 1 }), fc.integer({ min: 1, max: 4 })), {
    minLength: 1,
    maxLength: 3,
  })
  .map((lines): { priced: Priced } => {
    const needs = new Map<number, number>();
    for (const [ids, quantity] of lines) for (const id of ids) needs.set(id, (needs.get(id) ?? 0) + quantity);
    const priced = lines.map(([ids, quantity], index) => ({ type: ticketType(ids), quantity, index }));
    return { priced: { lines: priced, totalMinor: 0, needs } };
  });

const free = fc
  .tuple(fc.nat(12), fc.nat(12), fc.nat(12))
  .map((counts) => new Map(STOCK_IDS.map((id, at) => [id, counts[at] ?? 0])));

test("never assigns more places than a row has, and refuses no request that fits in its turn", () => {
  fc.assert(
    fc.property(fc.array(anyRequest, { maxLength: 12 }), free, (requests, places) => {
      const { assigned, short } = assignPlaces(requests, places);
      assert.equal(assigned.length + short.length, requests.length);
      for (const [id, quantity] of placesNeeded(assigned)) assert.ok(quantity <= (places.get(id) ?? 0));

      // The same by the plain rule, one request after the other.
      const left = new Map(places);
      for (const request of requests) {
        const fits = [...request.priced.needs].every(([id, quantity]) => (left.get(id) ?? 0) >= quantity);
        assert.equal(assigned.includes(request), fits);
        if (fits) for (const [id, quantity] of request.priced.needs) left.set(id, (left.get(id) ?? 0) - quantity);
      }
    }),
  );
});

test("gives at least one reason to each refused request, with the places that are left", () => {
  fc.assert(
    fc.property(fc.array(anyRequest, { maxLength: 12 }), free, (requests, places) => {
      for (const { refused } of assignPlaces(requests, places).short) {
        assert.ok(refused.length > 0);
        for (const { code, left = -1 } of refused) assert.equal(left > 0 ? "NOT_ENOUGH" : "SOLD_OUT", code);
      }
    }),
  );
});

test("assigns no place in a row that does not exist", () => {
  const request = {
    priced: { lines: [{ type: ticketType([9]), quantity: 1, index: 0 }], totalMinor: 0, needs: new Map([[9, 1]]) },
  };
  assert.equal(assignPlaces([request], new Map()).assigned.length, 0);
});
