import assert from "node:assert/strict";
import { test } from "node:test";
import { line, percentOff } from "#test/pricing/exhaustive.ts";
import { priceCart } from "./engine/price-cart.ts";
import type { PricingRule } from "./engine/rule.ts";
import { type KeptLine, keptRules, lossesOf, priceRest } from "./kept-terms.ts";

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

test("names the saving that the rest would lose, and what is left to pay, and none that stays", () => {
  const cart = [
    line({ id: "a", priceMinor: 4_750, feeMinor: 0, quantity: 4 }),
    line({ id: "b", ticketTypeId: 2, priceMinor: 3_333, quantity: 1 }),
  ];
  const four = { ...half, scope: { ticketTypeIds: [cart[0]?.ticketTypeId ?? 0] } };
  const fewer = (quantities: readonly number[]) => cart.map((one, at) => ({ ...one, quantity: quantities[at] ?? 0 }));
  const tenth = { id: "discount:1", name: "Tenth", scope: {}, kind: "ORDER", off: { percentage: 1_000 } } as const;
  const rules: readonly PricingRule[] = [{ ...tenth, minimumSpendMinor: 0 }, four];
  const losses = lossesOf(cart, rules, [fewer([3, 1]), fewer([4, 0]), fewer([0, 1]), fewer([0, 0])]);
  assert.deepEqual(
    losses.map((loss) => loss?.rules.map(({ name }) => name)),
    [["Half for four"], undefined, undefined, undefined],
  );
  const left = 3 * 4_750 + (cart[1]?.priceMinor ?? 0) + (cart[1]?.feeMinor ?? 0);
  assert.equal(losses[0]?.totalMinor, left - Math.round(left / 10));
});
