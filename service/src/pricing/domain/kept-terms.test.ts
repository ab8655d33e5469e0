import assert from "node:assert/strict";
import { test } from "node:test";
import { line, percentOff } from "#test/pricing/exhaustive.ts";
import { priceCart } from "./engine/price-cart.ts";
import type { PricingRule } from "./engine/rule.ts";
import { type KeptLine, keptRules, priceRest } from "./kept-terms.ts";

const half: PricingRule = {
  id: "discount:2",
  name: "Half for four",
  kind: "TICKET",
  scope: {},
  off: { percentage: 5_000 },
  minimumTickets: 4,
};

test("a part of a cart is priced by the rules that saved something in the whole, and by no other", () => {
  const four = line({ priceMinor: 4_750, feeMinor: 0, quantity: 4 });
  const [priced] = priceCart([four], [half, percentOff(1_000)]).lines;
  const kept: KeptLine = { ...four, terms: priced?.savings.map(({ terms }) => terms) };
  const rules = keptRules([kept, { ...kept, id: "line 2" }]);
  assert.deepEqual(rules, [half]);
  assert.equal(priceRest([{ ...four, quantity: 4 }], rules ?? []).totalMinor, 9_500);
  assert.equal(priceRest([{ ...four, quantity: 1 }], rules ?? []).totalMinor, 4_750);
  assert.equal(priceRest([{ ...four, quantity: 0 }], rules ?? []).totalMinor, 0);
});

test("a saving whose terms were not kept leaves none", () => {
  assert.equal(keptRules([{ ...line({ quantity: 1 }), terms: undefined }]), undefined);
});
