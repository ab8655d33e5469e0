import type { Off, PricingRule } from "./engine/rule.ts";

export const DISCOUNT_KINDS = ["TICKET", "ORDER", "FESTIVAL", "MULTIPACK"] as const;
export type DiscountKind = (typeof DISCOUNT_KINDS)[number];

/** A reduction, or the price of a pack. */
type DiscountOff = Off | { readonly packPriceMinor: number };

/** A discount as the organiser defined it. */
export type Discount = {
  readonly id: number;
  readonly version: number;
  readonly kind: DiscountKind;
  /** Its name for the organiser. `ruleName` is the one that buyers see. */
  readonly name: string;
  readonly ruleName: string;
  readonly enabled: boolean;
  /** It applies only to carts with one of its codes. */
  readonly codeRequired: boolean;
  /** The currency of its amounts. */
  readonly currency: string;
  readonly off: DiscountOff;
  /** The named events and those of the group. `undefined`: every event of the account. */
  readonly events: readonly { readonly id: number; readonly name: string; readonly published: boolean }[] | undefined;
  readonly namedEventIds: readonly number[];
  readonly eventGroup: { readonly id: number; readonly name: string } | undefined;
  /** Only ticket types with this tag are in scope. */
  readonly tag: string | undefined;
  readonly minimumTickets: number;
  readonly maximumTickets: number | undefined;
  readonly minimumEvents: number;
  readonly minimumSpendMinor: number;
  /** The number of tickets in a pack. */
  readonly quantity: number;
  readonly validFrom: Date | undefined;
  readonly validTo: Date | undefined;
};

const RULE: Readonly<Record<DiscountKind, string>> = {
  TICKET: "discount",
  ORDER: "discount",
  FESTIVAL: "festivalDiscount",
  MULTIPACK: "multipack",
};

/** Returns the id that a saving names, such as "multipack:7". */
export function ruleId({ kind, id }: Pick<Discount, "kind" | "id">): string {
  return `${RULE[kind]}:${id}`;
}

/** Returns whether the discount may apply now to a cart in this currency. */
export function isInForce(
  { enabled, validFrom, validTo, ...discount }: Discount,
  now: Date,
  currency: string,
): boolean {
  if (!enabled || (validFrom && validFrom > now) || (validTo && validTo <= now)) return false;
  return discount.currency === currency || ("percentage" in discount.off && discount.minimumSpendMinor === 0);
}

/** Returns the rule of a discount for the price engine. `onlyEventIds` are the events to which its code is limited. */
export function toRule(discount: Discount, onlyEventIds: readonly number[] = []): PricingRule {
  const { kind, off, tag, events, minimumTickets, maximumTickets, minimumEvents, quantity } = discount;
  const own = events?.map(({ id }) => id);
  const limited = onlyEventIds.length === 0 ? own : onlyEventIds.filter((id) => own?.includes(id) ?? true);
  const rule = {
    id: ruleId(discount),
    name: discount.ruleName,
    scope: { ...(limited && { eventIds: limited }), ...(tag !== undefined && { tag }) },
  };
  if (kind === "MULTIPACK") return { ...rule, kind, quantity, off };
  if ("packPriceMinor" in off) throw new Error("Only a multipack has a pack price.");
  switch (kind) {
    case "TICKET":
      return { ...rule, kind, off, minimumTickets, ...(maximumTickets !== undefined && { maximumTickets }) };
    case "FESTIVAL":
      return { ...rule, kind, off, minimumEvents, minimumTickets };
    case "ORDER":
      return { ...rule, kind, off, minimumSpendMinor: discount.minimumSpendMinor };
  }
}
