import { z } from "zod";
import { formatInstant } from "#src/platform/domain/venue-time.ts";
import { type Call, type Reply, refuse } from "#src/platform/http/call.ts";
import { because, row } from "#src/platform/http/error-rows.ts";
import { currencyCode, instant, line, price, readAmounts } from "#src/platform/http/fields.ts";
import { declareRead, declareRefs, declareSwitch } from "#src/platform/http/resource-calls.ts";
import { id, ref, toCurrency, toRef } from "#src/platform/http/shapes.ts";
import type { Discount, DiscountKind } from "#src/pricing/domain/discount.ts";
import { changeDiscount, getDiscount, listDiscounts } from "#src/pricing/use-cases/discounts.ts";

// The fields and calls that discounts, festival discounts and multipacks share.

export const count = z.int().min(1).max(1_000);

/** A percentage with at most two decimals: 12.5 is 12.5 %. */
const percentage = z
  .number()
  .gt(0)
  .max(100)
  .refine((value) => hundredths(value) !== undefined, {
    error: "at most two decimals",
    params: because("too_many_decimals", 2),
  });

/** An amount above zero. */
const reduction = price.gt(0);

/** When and to what the rule applies. Without events and group: to every event of the account. */
export const scope = {
  events: z.array(id).max(500).optional(),
  eventGroup: id.nullable().optional(),
  codeRequired: z.boolean().optional(),
  validFrom: instant.nullable().optional(),
  validTo: instant.nullable().optional(),
};

export const tag = line(60).nullable();

/** The fields of discounts and festival discounts. */
export const ruleTerms = {
  ...scope,
  percentage: percentage.optional(),
  /** Off each ticket, or off the order. */
  amount: reduction.optional(),
  tag: tag.optional(),
  /** The tickets in scope that the cart needs. */
  minimumTickets: count.optional(),
};

/** The currency of the amounts; by default the account's. It cannot change later. */
export const currency = currencyCode.optional();

/** Returns a percentage in whole hundredths, or `undefined` when it has more decimals or is not above zero. */
export function hundredths(value: number): number | undefined {
  const whole = Math.round(value * 100);
  return Math.abs(value * 100 - whole) < 1e-6 && whole > 0 ? whole : undefined;
}

type Off = { readonly percentage?: number | undefined; readonly amount?: number | undefined };

type OffRead =
  | {
      readonly ok: true;
      readonly off: { readonly percentage?: number | null; readonly amountMinor?: number | null };
    }
  | { readonly ok: false; readonly reply: Reply<never> };

/** Returns the reduction. A new discount needs exactly one of the two fields; a change with neither keeps it. */
function readOff({ percentage, amount }: Off, currency: string, isNew: boolean): OffRead {
  const given = [percentage, amount].filter((one) => one !== undefined).length;
  if (given > 1 || (isNew && given === 0)) {
    const reason = given === 0 ? "reduction_required" : "two_reductions";
    return { ok: false, reply: refuse(400, [row("percentage", reason, "Give either a percentage or an amount.")]) };
  }
  if (percentage !== undefined) {
    return { ok: true, off: { percentage: hundredths(percentage) ?? null, amountMinor: null } };
  }
  const exact = readAmounts({ amount }, currency);
  if (!exact.ok) return exact;
  return { ok: true, off: exact.amount === undefined ? {} : { percentage: null, amountMinor: exact.amount.minor } };
}

export const shown = {
  id,
  version: z.int(),
  name: z.string(),
  enabled: z.boolean(),
  codeRequired: z.boolean(),
  currency: z.string(),
  /** The named events. Those of the group are in scope too. */
  events: z.array(ref),
  eventGroup: ref.nullable(),
  validFrom: z.string().nullable(),
  validTo: z.string().nullable(),
};

export function toShown(discount: Discount) {
  const { id, version, name, enabled, codeRequired, currency, events = [], namedEventIds, eventGroup } = discount;
  return {
    id,
    version,
    name,
    enabled,
    codeRequired,
    currency,
    events: events.filter((event) => namedEventIds.includes(event.id)).map((event) => toRef("event", event)),
    eventGroup: eventGroup ? toRef("eventGroup", eventGroup) : null,
    validFrom: discount.validFrom ? formatInstant(discount.validFrom, "UTC") : null,
    validTo: discount.validTo ? formatInstant(discount.validTo, "UTC") : null,
  };
}

const offShown = {
  percentage: z.number().nullable(),
  amount: z.object({ amount: z.number(), currency: z.string() }).nullable(),
};

function toOff({ off, currency }: Discount) {
  return {
    percentage: "percentage" in off ? off.percentage / 100 : null,
    amount: "amountMinor" in off ? toCurrency({ minor: off.amountMinor, currency }) : null,
  };
}

type RuleInput = Off & {
  readonly name?: string | undefined;
  readonly minimumSpend?: number | undefined;
  readonly events?: number[] | undefined;
  readonly eventGroup?: number | null | undefined;
};

/** Returns the input as domain terms with exact amounts. */
export function readRule<Input extends RuleInput>(input: Input, currency: string, isNew: boolean) {
  const { percentage, amount, minimumSpend, events: eventIds, eventGroup: eventGroupId, ...rest } = input;
  const read = readOff({ percentage, amount }, currency, isNew);
  if (!read.ok) return read;
  const exact = readAmounts({ minimumSpend }, currency);
  if (!exact.ok) return exact;
  // These discounts have one name, for the organiser and for buyers.
  const named = { ruleName: input.name, eventIds, eventGroupId, minimumSpendMinor: exact.minimumSpend?.minor };
  return { ok: true as const, terms: { ...rest, ...read.off, ...named } };
}

export const ruleShown = { ...shown, ...offShown, tag: z.string().nullable(), minimumTickets: z.int() };

export function toRuleShown(discount: Discount) {
  const { tag = null, minimumTickets } = discount;
  return { ...toShown(discount), ...toOff(discount), tag, minimumTickets };
}

type DiscountResource<Shown extends z.ZodType> = {
  readonly path: "discount" | "festivalDiscount" | "multipack";
  /** The name in messages, such as "festival discount". */
  readonly label: string;
  readonly summary: string;
  readonly kinds: readonly DiscountKind[];
  readonly shown: Shown;
  readonly show: (discount: Discount) => z.input<Shown>;
};

/** Returns the calls that read, enable and list discounts of these kinds. */
export function readEnableAndList<Shown extends z.ZodType>(resource: DiscountResource<Shown>): readonly Call[] {
  const { path, label, summary, kinds, shown, show } = resource;
  return [
    declareRead({
      path: `/${path}/{id}`,
      summary,
      access: ["PUBLIC", "BOX_OFFICE", "MANAGE"],
      answer: shown,
      thing: label,
      find: (runtime, caller, id) => getDiscount(runtime, caller, kinds, id),
      show,
    }),
    declareSwitch({
      path: `/${path}/{id}/enable`,
      flag: "enabled",
      summary: "Enable or disable it for carts from now on",
      change: (runtime, caller, id, enabled) => changeDiscount(runtime, caller, kinds, id, { enabled }),
    }),
    declareRefs({
      path: `/account/{id}/${path}s`,
      summary: "All of the account by name, enabled and disabled",
      access: ["PUBLIC", "BOX_OFFICE", "MANAGE"],
      kind: path,
      list: (runtime, caller, page) => listDiscounts(runtime, caller, kinds, page),
    }),
  ];
}
