import assert from "node:assert/strict";
import { test } from "node:test";
import type { Admission } from "#lib/domain/people/admission.ts";
import { type Cancelled, orderState, type Ticket } from "./tickets.ts";

const ticket = (status: Admission["status"], cancelled?: Cancelled): Ticket => {
  return { admission: { status } as Admission, eventDate: undefined, cancelled };
};
const stateOf = (...tickets: readonly Ticket[]) => orderState([{ tickets }]);

test("an order is valid while one of its tickets is", () => {
  assert.equal(stateOf(ticket("CONFIRMED"), ticket("REFUNDED")), "valid");
  assert.equal(stateOf(ticket("PENDING_GUEST_DETAILS"), ticket("CONFIRMED", "date")), "valid");
  assert.equal(stateOf(), "valid");
});

test("an order whose tickets were all returned or refunded is returned, also when the event is cancelled", () => {
  assert.equal(stateOf(ticket("REFUNDED"), ticket("RETURNED")), "returned");
  assert.equal(stateOf(ticket("REFUNDED", "event")), "returned");
});

test("an order whose remaining tickets are all cancelled is cancelled", () => {
  assert.equal(stateOf(ticket("CONFIRMED", "event"), ticket("REFUNDED")), "event");
});
