import assert from "node:assert/strict";
import { test } from "node:test";
import { orderOf } from "#lib/purchase/report-payment.ts";

test("P13: what another service calls a reference is logged in the form of a reference alone", () => {
  for (const reference of ["K7MQ2X", "2026AB"]) assert.equal(orderOf(reference), reference);
  for (const reference of [
    "ABCDEFGH12",
    "4111111111111111",
    "Ada Lovelace",
    "ada@example.com",
    "k7mq2x",
    "",
    undefined,
  ])
    assert.equal(orderOf(reference), undefined, reference);
});
