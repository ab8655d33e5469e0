import assert from "node:assert/strict";
import { test } from "node:test";
import { amountsOf, datesOf } from "./request-facts.ts";

const perth = { id: 8, startsAt: "2027-02-13T19:30:00.000+08:00", timeZone: "Australia/Perth" };
const wellington = { id: 9, startsAt: "2027-02-13T20:00:00.000+13:00", timeZone: "Pacific/Auckland" };

test("the dates of the requested tickets are each named once, in the order in which they begin", () => {
  const tickets = [{ eventDate: perth }, { eventDate: wellington }, { eventDate: perth }];
  assert.deepEqual(datesOf(tickets), [wellington, perth]);
});

test("a ticket that the service returns without a date names none", () => {
  assert.deepEqual(datesOf([{}, { eventDate: perth }]), [perth]);
});

test("the amounts of a request are the sums of what was paid, with and without the fees", () => {
  const nzd = (minor: number) => ({ minor, currency: "NZD" });
  const tickets = [
    { paid: nzd(4_750), fee: nzd(250), status: "CONFIRMED" },
    // A saving has reduced the fee too.
    { paid: nzd(100), fee: nzd(250), status: "CONFIRMED" },
    // It was refunded since the request, and is not refunded again.
    { paid: nzd(4_750), fee: nzd(250), status: "REFUNDED" },
  ] as const;
  assert.deepEqual(amountsOf(tickets), { inFull: nzd(4_850), lessFee: nzd(4_500) });
  assert.equal(amountsOf([...tickets, { fee: nzd(250), status: "CONFIRMED" }]), undefined);
});
