import fc from "fast-check";
import type { PricingLine, PricingRule } from "#src/pricing/domain/engine/rule.ts";
import { line } from "./carts.ts";

const EVENTS = Array.from({ length: 10 }, (_, index) => index + 1);
const TAGS = ["saturday", "family", "stalls"];

/** Up to fifty lines of up to a hundred tickets, too many for an exhaustive search. */
export const aLargeCart: fc.Arbitrary<readonly PricingLine[]> = fc
  .array(
    fc.record({
      eventId: fc.constantFrom(...EVENTS),
      tags: fc.subarray(TAGS),
      priceMinor: fc.integer({ min: 0, max: 9000 }),
      feeMinor: fc.constantFrom(0, 250),
      quantity: fc.integer({ min: 1, max: 100 }),
    }),
    { minLength: 5, maxLength: 50 },
  )
  .map((lines) => lines.map((given, index) => line({ ...given, id: `line ${index}`, ticketTypeId: index + 1 })));

const scope = fc.oneof(
  fc.constant({}),
  fc.constantFrom(...TAGS).map((tag) => ({ tag })),
  fc.subarray(EVENTS, { minLength: 1, maxLength: 3 }).map((eventIds) => ({ eventIds })),
);
const percentage = fc.integer({ min: 1, max: 10_000 }).map((hundredths) => ({ percentage: hundredths }));
const amount = fc.integer({ min: 1, max: 30_000 }).map((amountMinor) => ({ amountMinor }));
const packPrice = fc.integer({ min: 0, max: 30_000 }).map((packPriceMinor) => ({ packPriceMinor }));
const minimumTickets = fc.integer({ min: 1, max: 200 });

const unnamed = fc.oneof(
  fc.record({ scope, off: fc.oneof(percentage, amount), minimumTickets }).map((rule) => ({ kind: "TICKET", ...rule })),
  fc
    .record({
      scope,
      off: fc.oneof(percentage, amount),
      minimumTickets: fc.constant(1),
      maximumTickets: fc.integer({ min: 1, max: 900 }),
    })
    .map((rule) => ({ kind: "TICKET", ...rule })),
  fc
    .record({ scope, off: percentage, minimumEvents: fc.integer({ min: 1, max: 4 }), minimumTickets })
    .map((rule) => ({ kind: "FESTIVAL", ...rule })),
  fc
    .record({ scope, off: fc.oneof(percentage, amount, packPrice), quantity: fc.integer({ min: 2, max: 12 }) })
    .map((rule) => ({ kind: "MULTIPACK", ...rule })),
  fc
    .record({ scope, off: fc.oneof(percentage, amount), minimumSpendMinor: fc.constantFrom(0, 100_000) })
    .map((rule) => ({ kind: "ORDER", ...rule })),
);

export const manyRules: fc.Arbitrary<readonly PricingRule[]> = fc
  .array(unnamed, { minLength: 1, maxLength: 12 })
  .map((rules) => rules.map((rule, index) => ({ ...rule, id: `rule:${index}`, name: `Rule ${index}` }) as PricingRule));
