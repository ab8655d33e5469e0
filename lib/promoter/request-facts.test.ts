import assert from "node:assert/strict";
import { test } from "node:test";
import { datesOf } from "./request-facts.ts";

const perth = { id: 8, startsAt: "2027-02-13T19:30:00.000+08:00", timeZone: "Australia/Perth" };
const wellington = { id: 9, startsAt: "2027-02-13T20:00:00.000+13:00", timeZone: "Pacific/Auckland" };

test("the dates of the requested tickets are each named once, in the order in which they begin", () => {
  const tickets = [{ eventDate: perth }, { eventDate: wellington }, { eventDate: perth }];
  assert.deepEqual(datesOf(tickets), [wellington, perth]);
});

test("a ticket that the service returns without a date names none", () => {
  assert.deepEqual(datesOf([{}, { eventDate: perth }]), [perth]);
});
