import type { Off, PricingRule } from "./engine/rule.ts";

export type DiscountKind = PricingRule["kind"];

/** Off the price, or for a pack also what the pack costs. */
export type DiscountOff = Off | { readonly packPriceMinor: number };

/** A rule as a promoter wrote it down. */
export type Discount = {
  readonly id: number;
  readonly kind: DiscountKind;
  /** The promoter's name for it, and the buyer's. */
  readonly name: string;
  readonly ruleName: string;
  readonly enabled: boolean;
  /** It applies only to carts that one of its codes was given to. */
  readonly codeRequired: boolean;
  /** Of its amounts. */
  readonly currency: string;
  readonly off: DiscountOff;
  /** Those that are named, and those of the group; absent where every event of the account is meant. */
  readonly events: readonly { readonly id: number; readonly name: string; readonly published: boolean }[] | undefined;
  readonly namedEventIds: readonly number[];
  readonly eventGroup: { readonly id: number; readonly name: string } | undefined;
  /** Only ticket types with this tag count. */
  readonly tag: string | undefined;
  readonly minimumTickets: number;
  readonly maximumTickets: number | undefined;
  readonly minimumEvents: number;
  readonly minimumSpendMinor: number;
  /** Of a pack. */
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

/** Names it beside a saving, such as "multipack:7". */
export function ruleId({ kind, id }: Pick<Discount, "kind" | "id">): string {
  return `${RULE[kind]}:${id}`;
}

/** Whether it may take anything off now, from a cart in this currency. */
export function isInForce(
  { enabled, validFrom, validTo, ...discount }: Discount,
  now: Date,
  currency: string,
): boolean {
  if (!enabled || (validFrom && validFrom > now) || (validTo && validTo <= now)) return false;
  return discount.currency === currency || ("percentage" in discount.off && discount.minimumSpendMinor === 0);
}

/** As the price is calculated with it; `onlyEventIds` are those to which its code is limited. */
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
  if ("packPriceMinor" in off) throw new Error("Only a pack has a price of its own.");
  switch (kind) {
    case "TICKET":
      return { ...rule, kind, off, minimumTickets, ...(maximumTickets !== undefined && { maximumTickets }) };
    case "FESTIVAL":
      return { ...rule, kind, off, minimumEvents, minimumTickets };
    case "ORDER":
      return { ...rule, kind, off, minimumSpendMinor: discount.minimumSpendMinor };
  }
}
