import { z } from "zod";
import { formatInstant } from "#src/platform/domain/venue-time.ts";
import { answer, type Call, declareCall, missing, type Reply, refuse } from "#src/platform/http/call.ts";
import { replyChanged } from "#src/platform/http/change-refusals.ts";
import { currencyCode, instant, line, price, readAmounts } from "#src/platform/http/fields.ts";
import { pageOf, paging, totalHeader } from "#src/platform/http/paging.ts";
import { done, id, idParams, idText, ref, toCurrency, toRef } from "#src/platform/http/shapes.ts";
import type { Discount, DiscountKind } from "#src/pricing/domain/discount.ts";
import { changeDiscount, getDiscount, listDiscounts } from "#src/pricing/use-cases/discounts.ts";

// What discounts, festival discounts and multipacks have in common on the wire.

export const count = z.int().min(1).max(1_000);

/** 12.5 is twelve and a half per cent; hundredths are the finest. */
const percentage = z
  .number()
  .gt(0)
  .max(100)
  .refine((value) => hundredths(value) !== undefined, "at most two decimals");

/** More than nothing. */
const takenOff = price.gt(0);

/** Where it applies. With neither events nor a group, to everything. */
export const scope = {
  events: z.array(id).max(500).optional(),
  eventGroup: id.nullable().optional(),
  codeRequired: z.boolean().optional(),
  validFrom: instant.nullable().optional(),
  validTo: instant.nullable().optional(),
};

export const tag = line(60).nullable();

/** Of rules that take something off tickets or orders, festival discounts among them. */
export const ruleTerms = {
  ...scope,
  percentage: percentage.optional(),
  /** Off each ticket, or off the order. */
  amount: takenOff.optional(),
  tag: tag.optional(),
  /** So many tickets in scope must be in the cart. */
  minimumTickets: count.optional(),
};

/** The account's, unless another is named. It stays: amounts were written in it. */
export const currency = currencyCode.optional();

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

/** One of the two, or, where the discount exists already, neither: then it stays as it is. */
function readOff({ percentage, amount }: Off, currency: string, isNew: boolean): OffRead {
  const given = [percentage, amount].filter((one) => one !== undefined).length;
  if (given > 1 || (isNew && given === 0)) {
    const message = "Give a percentage or an amount: one of the two.";
    return {
      ok: false,
      reply: refuse(400, [{ path: "percentage", code: isNew && given === 0 ? "REQUIRED" : "RANGE", message }]),
    };
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
  name: z.string(),
  enabled: z.boolean(),
  codeRequired: z.boolean(),
  currency: z.string(),
  /** Those that were named. The group's come to them. */
  events: z.array(ref),
  eventGroup: ref.nullable(),
  validFrom: z.string().nullable(),
  validTo: z.string().nullable(),
};

export function toShown(discount: Discount) {
  const { id, name, enabled, codeRequired, currency, events = [], namedEventIds, eventGroup } = discount;
  return {
    ...{ id, name, enabled, codeRequired, currency },
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
export function readRule<Input extends RuleInput>(asked: Input, currency: string, isNew: boolean) {
  const { percentage, amount, minimumSpend, events: eventIds, eventGroup: eventGroupId, ...rest } = asked;
  const read = readOff({ percentage, amount }, currency, isNew);
  if (!read.ok) return read;
  const exact = readAmounts({ minimumSpend }, currency);
  if (!exact.ok) return exact;
  // Without a name of its own for buyers, they read the promoter's.
  const named = { ruleName: asked.name, eventIds, eventGroupId, minimumSpendMinor: exact.minimumSpend?.minor };
  return { ok: true as const, terms: { ...rest, ...read.off, ...named } };
}

export const ruleShown = { ...shown, ...offShown, tag: z.string().nullable(), minimumTickets: z.int() };

export function toRuleShown(discount: Discount) {
  const { tag = null, minimumTickets } = discount;
  return { ...toShown(discount), ...toOff(discount), tag, minimumTickets };
}

type Kind<Shown extends z.ZodType> = {
  readonly path: "discount" | "festivalDiscount" | "multipack";
  /** What it is called in words. */
  readonly called: string;
  readonly summary: string;
  readonly kinds: readonly DiscountKind[];
  readonly shown: Shown;
  readonly show: (discount: Discount) => z.input<Shown>;
};

/** The calls that every kind has in the same form. */
export function readSwitchAndList<Shown extends z.ZodType>(kind: Kind<Shown>): readonly Call[] {
  const { path, called, summary, kinds, shown, show } = kind;
  return [
    declareCall({
      method: "GET",
      path: `/${path}/{id}`,
      summary,
      access: ["PUBLIC", "BOX_OFFICE", "MANAGE"],
      params: idParams,
      answer: shown,
      handle: async ({ world, caller, params }) => {
        const found = await getDiscount(world, caller, kinds, params.id);
        return found ? answer(show(found)) : missing("id", called);
      },
    }),
    declareCall({
      method: "PUT",
      path: `/${path}/{id}/enable/{enabled}`,
      summary: "Let it apply to carts from now on, or no longer",
      access: ["MANAGE"],
      params: z.strictObject({ id: idText, enabled: z.enum(["true", "false"]) }),
      answer: done,
      handle: async ({ world, caller, params }) => {
        return replyChanged(
          await changeDiscount(world, caller, kinds, params.id, { enabled: params.enabled === "true" }),
        );
      },
    }),
    declareCall({
      method: "GET",
      path: `/account/{id}/${path}s`,
      summary: "All of the account by name, enabled or not",
      access: ["PUBLIC", "BOX_OFFICE", "MANAGE"],
      params: idParams,
      query: z.strictObject(paging),
      answer: z.object({ refs: z.array(ref) }),
      handle: async ({ world, caller, params, query }) => {
        if (params.id !== caller.account.id) return missing("id", "account");
        const { things, total } = await listDiscounts(world, caller, kinds, pageOf(query));
        return answer({ refs: things.map((one) => toRef(path, one)) }, totalHeader(total));
      },
    }),
  ];
}
