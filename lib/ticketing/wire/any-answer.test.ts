import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { ZodType } from "zod";
import { applySettings } from "#e2e/tools/storefront-settings.ts";
import { paymentOutcome } from "#lib/ticketing/carts.ts";
import { event, eventDate, eventSummaries } from "#lib/ticketing/events.ts";
import { dateTickets } from "#lib/ticketing/manage/events.ts";
import { login } from "#lib/ticketing/manage/users.ts";
import { offering } from "#lib/ticketing/offerings.ts";
import { refused } from "#lib/ticketing/wire/purchase/refusals.ts";
import { admission, sale } from "#lib/ticketing/wire/purchase/sale.ts";
import { cart, extension, reservation } from "#lib/ticketing/wire/purchase/sales.ts";
import { advice, codes, codesSet, discounts, quoted, savings } from "#lib/ticketing/wire/purchase/savings.ts";
import { instant, money, ref } from "#lib/ticketing/wire/shapes.ts";

applySettings();

const SCHEMAS: Readonly<Record<string, ZodType>> = {
  event: event(1),
  eventDate: eventDate(1),
  eventSummaries,
  offering: offering(1),
  dateTickets,
  login,
  refused,
  admission,
  sale,
  advice,
  codes,
  codesSet,
  discounts,
  quoted,
  savings,
  cart,
  extension,
  reservation,
  instant,
  money,
  ref,
};

/** Field names of the wire, with unknown values. */
const NAMES = ["id", "key", "name", "total", "amount", "currency", "sales", "status", "event", "groups", "startDate"];
const strange = fc.letrec((tie) => ({
  any: fc.oneof({ maxDepth: 4 }, tie("leaf"), fc.array(tie("any"), { maxLength: 3 }), tie("object")),
  object: fc.dictionary(fc.constantFrom(...NAMES, "__proto__", "toString"), tie("any"), { maxKeys: 6 }),
  leaf: fc.oneof(
    fc.jsonValue({ maxDepth: 0 }),
    fc.constantFrom(
      "AUD",
      "ABCDEFGH12",
      "2026-12-04T19:30:00:000+1300",
      "9".repeat(400),
      1e308,
      -0,
      2 ** 53,
      "ON_SALE",
    ),
  ),
})).any;

for (const [name, schema] of Object.entries(SCHEMAS)) {
  test(`${name}: parses or rejects any response without throwing`, () => {
    fc.assert(
      fc.property(strange, (answer) => void schema.safeParse(answer)),
      { numRuns: 500, seed: 4 },
    );
  });
}

test("no unexpected response means paid or declined", () => {
  const property = fc.property(strange, fc.integer({ min: 200, max: 599 }), (answer, status) => {
    const outcome = paymentOutcome(status, answer);
    assert.ok(outcome === "not_known" || outcome === "read_back", JSON.stringify(outcome));
  });
  fc.assert(property, { numRuns: 2_000, seed: 4 });
});
