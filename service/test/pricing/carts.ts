import fc from "fast-check";
import type { PricingLine, PricingRule } from "#src/pricing/domain/engine/rule.ts";

export function line(change: Partial<PricingLine>): PricingLine {
  const one = { eventId: 1, eventDateId: 1, ticketTypeId: 1, tags: [], priceMinor: 1000, feeMinor: 0, quantity: 1 };
  return { id: "line 1", ...one, ...change };
}

export function percentOff(
  percentage: number,
  change: { readonly id?: string; readonly maximumTickets?: number } = {},
): PricingRule {
  const rule = { name: `${percentage / 100} % off`, scope: {}, off: { percentage }, minimumTickets: 1 };
  return { kind: "TICKET", id: "discount:1", ...rule, ...change };
}

const TAGS = ["saturday", "family"];

const price = fc.integer({ min: 0, max: 4 }).map((steps) => steps * 333);

/** Small carts, for which an exhaustive search is possible. */
export const aCart: fc.Arbitrary<readonly PricingLine[]> = fc
  .array(
    fc.record({
      eventId: fc.integer({ min: 1, max: 3 }),
      tags: fc.subarray(TAGS),
      priceMinor: price,
      feeMinor: fc.constantFrom(0, 50),
      quantity: fc.integer({ min: 1, max: 3 }),
    }),
    { minLength: 1, maxLength: 3 },
  )
  .map((lines) =>
    lines.map((one, index) => {
      return line({ ...one, id: `line ${index}`, ticketTypeId: index + 1, eventDateId: one.eventId });
    }),
  );

const scope = fc.oneof(
  fc.constant({}),
  fc.constantFrom(...TAGS).map((tag) => ({ tag })),
  fc.subarray([1, 2, 3], { minLength: 1 }).map((eventIds) => ({ eventIds })),
);
const off = fc.oneof(
  fc.constantFrom(1000, 1550, 3333, 10_000).map((percentage) => ({ percentage })),
  fc.constantFrom(1, 100, 700).map((amountMinor) => ({ amountMinor })),
);
const packPrice = fc.constantFrom(0, 500, 1200).map((packPriceMinor) => ({ packPriceMinor }));

const unnamed = fc.oneof(
  fc
    .record({ scope, off, minimumTickets: fc.integer({ min: 1, max: 3 }) })
    .map((rule) => ({ kind: "TICKET", ...rule })),
  fc
    .record({ scope, off, minimumTickets: fc.constant(1), maximumTickets: fc.integer({ min: 1, max: 3 }) })
    .map((rule) => ({ kind: "TICKET", ...rule })),
  fc
    .record({
      scope,
      off,
      minimumEvents: fc.integer({ min: 1, max: 3 }),
      minimumTickets: fc.integer({ min: 1, max: 4 }),
    })
    .map((rule) => ({ kind: "FESTIVAL", ...rule })),
  fc
    .record({ scope, off: fc.oneof(off, packPrice), quantity: fc.integer({ min: 2, max: 3 }) })
    .map((rule) => ({ kind: "MULTIPACK", ...rule })),
  fc.record({ scope, off, minimumSpendMinor: fc.constantFrom(0, 1000) }).map((rule) => ({ kind: "ORDER", ...rule })),
);

export const someRules: fc.Arbitrary<readonly PricingRule[]> = fc
  .array(unnamed, { maxLength: 4 })
  .map((rules) => rules.map((rule, index) => ({ ...rule, id: `rule:${index}`, name: `Rule ${index}` }) as PricingRule));
