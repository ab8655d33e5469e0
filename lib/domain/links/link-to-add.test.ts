import assert from "node:assert/strict";
import { test } from "node:test";
import { linkToAdd } from "./link-to-add.ts";

const AUD = (minor: number) => ({ minor, currency: "AUD" });
const line = (ticketTypeId: number, eventDateId: number, quantity: number) => ({
  ...{ ticketTypeId, name: "Adult", eventDateId, quantity, savings: [] },
  ...{ price: AUD(1), fee: AUD(0), total: AUD(quantity) },
});
const sale = (eventId: number, ...lines: ReturnType<typeof line>[]) => ({
  ...{ key: "K", status: "RESERVED" as const, eventId, eventName: "Hamlet", total: AUD(1), lines },
});
const missing = { eventId: 7, eventName: "Hamlet", eventDateId: 70, ticketTypeIds: [701, 702], quantity: 1 };

test("the link preselects the missing tickets with those reserved for that date", () => {
  assert.equal(linkToAdd({ sales: [] }, missing), "?date=70&qty.701=1");
  assert.equal(linkToAdd({ sales: [sale(7, line(702, 70, 2))] }, missing), "?date=70&qty.702=2&qty.701=1");
  assert.equal(
    linkToAdd({ sales: [sale(7, line(701, 70, 2)), sale(8, line(801, 80, 4))] }, missing),
    "?date=70&qty.701=3",
  );
});

test("preselects nothing where tickets for another date are reserved", () => {
  assert.equal(linkToAdd({ sales: [sale(7, line(705, 71, 2))] }, missing), "");
  assert.equal(linkToAdd({ sales: [] }, { ...missing, ticketTypeIds: [] }), "");
});
