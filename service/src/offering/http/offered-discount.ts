import { z } from "zod";
import { named } from "#src/platform/http/openapi/schemas.ts";
import { currency, ref, toCurrency, toRef } from "#src/platform/http/shapes.ts";
import type { Discount } from "#src/pricing/domain/discount.ts";
import { ruleId } from "#src/pricing/domain/discount.ts";

/** A discount as data, for which a storefront writes its own text. */
export const offeredDiscount = named(
  "OfferedDiscount",
  z.object({
    rule: z.string(),
    name: z.string(),
    kind: z.enum(["TICKET", "ORDER", "FESTIVAL", "MULTIPACK"]),
    /** One of three: a percentage off, an amount off, or the price of a pack. */
    percentage: z.number().optional(),
    amount: currency.optional(),
    packPrice: currency.optional(),
    quantity: z.int().optional(),
    minimumTickets: z.int().optional(),
    maximumTickets: z.int().optional(),
    minimumEvents: z.int().optional(),
    minimumSpend: currency.optional(),
    /** The events in its scope. Empty: every event of the account. */
    events: z.array(ref),
    tag: z.string().optional(),
  }),
);

export function toOfferedDiscount(discount: Discount): z.input<typeof offeredDiscount> {
  const { kind, ruleName, off, tag, events = [], minimumTickets, maximumTickets } = discount;
  const money = (minor: number) => toCurrency({ minor, currency: discount.currency });
  const ofTickets = kind === "TICKET" || kind === "FESTIVAL";
  return {
    rule: ruleId(discount),
    name: ruleName,
    kind,
    ...("percentage" in off && { percentage: off.percentage / 100 }),
    ...("amountMinor" in off && { amount: money(off.amountMinor) }),
    ...("packPriceMinor" in off && { packPrice: money(off.packPriceMinor) }),
    ...(kind === "MULTIPACK" && { quantity: discount.quantity }),
    ...(ofTickets && { minimumTickets }),
    ...(kind === "TICKET" && maximumTickets !== undefined && { maximumTickets }),
    ...(kind === "FESTIVAL" && { minimumEvents: discount.minimumEvents }),
    ...(kind === "ORDER" && discount.minimumSpendMinor > 0 && { minimumSpend: money(discount.minimumSpendMinor) }),
    events: events.map((event) => toRef("event", event)),
    ...(tag !== undefined && { tag }),
  };
}
