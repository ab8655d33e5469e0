import assert from "node:assert/strict";
import { test } from "node:test";
import { type Discount, isInForce } from "./discount.ts";

const START = new Date("2026-12-01T00:00:00.000Z");
const END = new Date("2026-12-04T06:30:00.000Z");
const before = (instant: Date) => new Date(instant.getTime() - 1);

const DISCOUNT: Discount = {
  id: 1,
  version: 1,
  kind: "ORDER",
  name: "Spring",
  ruleName: "Spring",
  enabled: true,
  codeRequired: false,
  currency: "NZD",
  off: { amountMinor: 500 },
  events: undefined,
  namedEventIds: [],
  eventGroup: undefined,
  tag: undefined,
  minimumTickets: 1,
  maximumTickets: undefined,
  minimumEvents: 1,
  minimumSpendMinor: 0,
  quantity: 1,
  validFrom: START,
  validTo: END,
};

const table: readonly (readonly [what: string, change: Partial<Discount>, now: Date, currency: string, is: boolean])[] =
  [
    ["1 ms before its start", {}, before(START), "NZD", false],
    ["at its start", {}, START, "NZD", true],
    ["1 ms before its end", {}, before(END), "NZD", true],
    ["at its end", {}, END, "NZD", false],
    ["without start and end", { validFrom: undefined, validTo: undefined }, END, "NZD", true],
    ["disabled", { enabled: false }, START, "NZD", false],
    ["of an amount in another currency", {}, START, "JPY", false],
    ["of a percentage in another currency", { off: { percentage: 1_000 } }, START, "JPY", true],
    [
      "of a percentage with a minimum spend in another currency",
      { off: { percentage: 1_000 }, minimumSpendMinor: 100 },
      START,
      "JPY",
      false,
    ],
  ];

for (const [what, change, now, currency, is] of table) {
  test(`finds a discount ${what} ${is ? "in force" : "not in force"}`, () => {
    assert.equal(isInForce({ ...DISCOUNT, ...change }, now, currency), is);
  });
}
