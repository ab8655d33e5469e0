import { accessResult, type CartLine } from "./cart-price.ts";
import { type CodeAnswer, hadEffect, type TypedCode } from "./code.ts";
import { assigningWork, ticketOffers, WORK_MAX } from "./engine/assign-savings.ts";
import { priceCart } from "./engine/price-cart.ts";
import type { PricedCart, PricingLine, PricingRule, Saving } from "./engine/rule.ts";

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

/** Prices what is left of a cart by the rules of the whole (`keptRules`). A line of which nothing is left does not count. */
export function priceRest(rest: readonly PricingLine[], rules: readonly PricingRule[]): PricedCart {
  return priceCart(
    rest.filter(({ quantity }) => quantity > 0),
    rules,
  );
}

/** A code of a cart, with its result before a part of the cart was given back. */
type CodeBefore = TypedCode & { readonly before: CodeAnswer };

/**
 * Returns the result of each code for what is left of a cart. One that had no effect gets none, and one that had keeps it while the
 * rest still has what it opens or earns, whatever became of the code since.
 */
export function codesOfRest(
  rest: readonly CartLine[],
  priced: PricedCart,
  codes: readonly CodeBefore[],
): readonly CodeAnswer[] {
  return codes.map(({ code, before }) => {
    if (code === undefined || !hadEffect(before.result)) return before;
    if (code.kind !== "DISCOUNT") return { code: before.code, result: accessResult(code, rest) };
    const saved = priced.savings.find(({ ruleId }) => isOfDiscount(ruleId, code.discountId))?.minor ?? 0;
    return saved > 0
      ? { code: before.code, result: "APPLIED", savingMinor: saved }
      : { code: before.code, result: "NO_EFFECT" };
  });
}

/**
 * Returns the rules that price what is left from now on: not those of a code that has lost its effect, since its use goes back and
 * others may have it.
 */
export function rulesStillKept(
  rules: readonly PricingRule[],
  codes: readonly CodeBefore[],
  answers: readonly CodeAnswer[],
): readonly PricingRule[] {
  const discountsOf = (hasEffect: boolean) =>
    codes.flatMap(({ code }, at) => {
      const result = answers[at]?.result;
      return code?.discountId !== undefined && result && hadEffect(result) === hasEffect ? [code.discountId] : [];
    });
  const [used, lost] = [discountsOf(true), discountsOf(false)];
  const isOneOf = (discountIds: readonly number[], id: string) => discountIds.some((one) => isOfDiscount(id, one));
  return rules.filter(({ id }) => isOneOf(used, id) || !isOneOf(lost, id));
}

/** Returns whether a rule is that of a discount. The ids of discounts are unique over all kinds. */
function isOfDiscount(ruleId: string, discountId: number | undefined): boolean {
  return ruleId.endsWith(`:${discountId}`);
}

/** What giving tickets back takes from the savings on the others: the rules, and the total of what is left. */
export type Loss = { readonly totalMinor: number; readonly rules: readonly Pick<Saving, "ruleId" | "name">[] };

/**
 * Returns the loss by each of these changes of a cart's lines, which have their quantities afterwards; `undefined` where the rest has
 * its share of each saving as before. Carts that would take long get none.
 */
export function lossesOf(
  lines: readonly PricingLine[],
  rules: readonly PricingRule[],
  changes: readonly (readonly PricingLine[])[],
): readonly (Loss | undefined)[] {
  if (changes.length * assigningWork(ticketOffers(lines, rules)) > WORK_MAX) return changes.map(() => undefined);
  const now = priceRest(lines, rules);
  return changes.map((rest) => {
    const after = priceRest(rest, rules);
    const lost = now.savings.flatMap(({ ruleId, name }) => {
      const shares = lines.map(({ quantity }, at) => {
        const minor = now.lines[at]?.savings.find((saving) => saving.ruleId === ruleId)?.minor ?? 0;
        return Math.floor((minor * (rest[at]?.quantity ?? 0)) / quantity);
      });
      const fewer = sum(shares) - (after.savings.find((saving) => saving.ruleId === ruleId)?.minor ?? 0);
      return fewer > 0 ? [{ ruleId, name, fewer }] : [];
    });
    // A shared saving is rounded anew, by a minor unit a line at most.
    const isLess = sum(lost.map(({ fewer }) => fewer)) > lines.length;
    return isLess
      ? { totalMinor: after.totalMinor, rules: lost.map(({ ruleId, name }) => ({ ruleId, name })) }
      : undefined;
  });
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
