import {
  type Code,
  type CodeAnswer,
  type CodeResult,
  type Lockable,
  opens,
  type TypedCode,
  whyNotValid,
} from "./code.ts";
import { type Discount, isInForce, toRule } from "./discount.ts";
import { priceCart } from "./engine/price-cart.ts";
import type { PricedCart, PricingLine, PricingRule } from "./engine/rule.ts";

/** Tickets of one type in one sale, with what codes need to know of them. */
export type CartLine = PricingLine & Lockable;

export type CartPrice = {
  readonly priced: PricedCart;
  /** One for each typed code, in the same order. */
  readonly answers: readonly CodeAnswer[];
  readonly rules: readonly PricingRule[];
};

/** The input of pricing beside the cart's lines. */
type PricingTerms = {
  readonly discounts: readonly Discount[];
  readonly typed: readonly TypedCode[];
  readonly currency: string;
  readonly now: Date;
};

/** Prices a cart from its lines, the rules in force and the rules that its codes unlock. All callers price carts here. */
export function priceWithCodes(
  lines: readonly CartLine[],
  { discounts, typed, currency, now }: PricingTerms,
): CartPrice {
  const inForce = discounts.filter((discount) => isInForce(discount, now, currency));
  const unlocking = unlockingCodes(inForce, typed, now);
  const rules = inForce.flatMap((discount) => {
    if (!discount.codeRequired) return [toRule(discount)];
    const code = unlocking.get(discount.id)?.code;
    return code ? [toRule(discount, code.eventIds)] : [];
  });
  const priced = priceCart(lines, rules);
  const ruleOf = (one: TypedCode) => {
    const discount = inForce.find(({ id }) => id === one.code?.discountId);
    return discount && toRule(discount, one.code?.eventIds);
  };
  const answers = typed.map((one) => {
    const bad = whyNotValid(one, now);
    if (bad !== undefined || one.code === undefined) return { code: one.typed, result: bad ?? "UNKNOWN" };
    if (one.code.kind !== "DISCOUNT") return { code: one.typed, result: accessResult(one.code, lines) };
    const rule = ruleOf(one);
    const unlocksRule = unlocking.get(one.code.discountId ?? 0) === one;
    return { code: one.typed, ...discountResult(one.code, lines, rule, unlocksRule ? priced : undefined) };
  });
  return { priced, answers, rules };
}

/** Returns the code that unlocks each rule, by discount id: of two codes for one rule the first, with claimed ones first. */
function unlockingCodes(
  inForce: readonly Discount[],
  typed: readonly TypedCode[],
  now: Date,
): ReadonlyMap<number, TypedCode> {
  const good = typed.filter((one) => one.code?.kind === "DISCOUNT" && whyNotValid(one, now) === undefined);
  const claimedFirst = good.toSorted((one, other) => Number(other.hasClaimedUse) - Number(one.hasClaimedUse));
  return new Map(
    inForce.flatMap(({ id, codeRequired }) => {
      const first = codeRequired ? claimedFirst.find(({ code }) => code?.discountId === id) : undefined;
      return first ? [[id, first] as const] : [];
    }),
  );
}

/** Returns the result of a code that opens or reveals ticket types. */
export function accessResult(code: Code, lines: readonly CartLine[]): CodeResult {
  if (lines.some((line) => opens(code, line))) return code.kind === "BOOKING" ? "UNLOCKED" : "REVEALED";
  const eventIds = code.eventIds.length > 0 ? code.eventIds : code.ticketTypeEventIds;
  return isElsewhere(eventIds, lines) ? "NOT_FOR_THIS_EVENT" : "NO_EFFECT";
}

function discountResult(
  code: Code,
  lines: readonly CartLine[],
  rule: PricingRule | undefined,
  priced: PricedCart | undefined,
): Pick<CodeAnswer, "result" | "savingMinor"> {
  const savingMinor = priced?.savings.find(({ ruleId }) => ruleId === rule?.id)?.minor ?? 0;
  if (savingMinor > 0) return { result: "APPLIED", savingMinor };
  const isForOthers =
    isElsewhere(code.eventIds, lines) || (rule?.scope.eventIds !== undefined && isNowhere(rule.scope.eventIds, lines));
  return { result: isForOthers ? "NOT_FOR_THIS_EVENT" : "NO_EFFECT" };
}

function isElsewhere(eventIds: readonly number[], lines: readonly CartLine[]): boolean {
  return eventIds.length > 0 && isNowhere(eventIds, lines);
}

/** Returns whether the cart has no ticket of these events. Always false for an empty cart. */
function isNowhere(eventIds: readonly number[], lines: readonly CartLine[]): boolean {
  return lines.length > 0 && !lines.some(({ eventId }) => eventIds.includes(eventId));
}
