import { priceCart } from "./engine/price-cart.ts";
import type { PricedCart, PricingLine, PricingRule } from "./engine/rule.ts";

/** Tickets of a sale as they were reserved, with the terms of the savings on them. */
export type KeptLine = PricingLine & {
  /** `undefined`: a saving on it is of before terms were kept. */
  readonly terms: readonly PricingRule[] | undefined;
};

/**
 * Returns the rules that saved something in a cart, as they were then; `undefined` when those of a saving were not kept. What is
 * left of the cart is priced by them alone: by no rule that is new, better or did not apply.
 */
export function keptRules(lines: readonly KeptLine[]): readonly PricingRule[] | undefined {
  if (lines.some(({ terms }) => terms === undefined)) return undefined;
  const rules = new Map(lines.flatMap(({ terms = [] }) => terms.map((rule) => [rule.id, rule] as const)));
  return [...rules.values()].toSorted((one, other) => (one.id < other.id ? -1 : 1));
}

/** Prices what is left of a cart by the rules of the whole (`keptRules`). Lines of which nothing is left are left out. */
export function priceRest(rest: readonly PricingLine[], rules: readonly PricingRule[]): PricedCart {
  return priceCart(
    rest.filter(({ quantity }) => quantity > 0),
    rules,
  );
}
