import { z } from "zod";
import { type Call, declareCall, missing } from "#src/platform/http/call.ts";
import { replyChanged, replyCreated } from "#src/platform/http/change-refusals.ts";
import { name, price, version } from "#src/platform/http/fields.ts";
import { named } from "#src/platform/http/openapi/schemas.ts";
import { created, done, idParams, toCurrency } from "#src/platform/http/shapes.ts";
import type { Discount } from "#src/pricing/domain/discount.ts";
import { changeDiscount, createDiscount, getDiscount } from "#src/pricing/use-cases/discounts.ts";
import { count, currency, readEnableAndList, readRule, ruleShown, ruleTerms, toRuleShown } from "./discount-fields.ts";

const KINDS = ["TICKET", "ORDER"] as const;
const kind = z.enum(["PER_TICKET", "PER_ORDER"]);
const KIND = { PER_TICKET: "TICKET", PER_ORDER: "ORDER" } as const;

const terms = {
  ...ruleTerms,
  /** The most tickets of a cart that it reduces. */
  maximumTickets: count.nullable().optional(),
  /** For PER_ORDER: the sum of the tickets in scope that the cart needs. */
  minimumSpend: price.optional(),
};

const discount = named(
  "Discount",
  z.object({
    ...ruleShown,
    kind,
    maximumTickets: z.int().nullable(),
    minimumSpend: z.object({ amount: z.number(), currency: z.string() }),
  }),
);

const OWN_CALLS: readonly Call[] = [
  declareCall({
    method: "POST",
    path: "/discount",
    summary: "Add a discount. It is disabled until it is enabled",
    access: ["MANAGE"],
    body: z.strictObject({ name, kind, currency, ...terms }),
    answer: created,
    handle: async ({ runtime, caller, body }) => {
      const { kind, currency = caller.account.currency, ...rest } = body;
      const read = readRule(rest, currency, true);
      if (!read.ok) return read.reply;
      return replyCreated(
        await createDiscount(runtime, caller, { ...read.terms, name: body.name, kind: KIND[kind], currency }),
      );
    },
  }),
  declareCall({
    method: "PUT",
    path: "/discount/{id}",
    summary: "Change a discount. Carts keep their price until they change",
    access: ["MANAGE"],
    params: idParams,
    body: z.strictObject({ name: name.optional(), kind: kind.optional(), ...terms, version }),
    answer: done,
    handle: async ({ runtime, caller, params, body: { kind, ...rest } }) => {
      const was = await getDiscount(runtime, caller, KINDS, params.id);
      if (was === undefined) return missing("id", "discount");
      const read = readRule(rest, was.currency, false);
      if (!read.ok) return read.reply;
      return replyChanged(
        await changeDiscount(runtime, caller, KINDS, params.id, {
          ...read.terms,
          kind: kind && KIND[kind],
        }),
      );
    },
  }),
  ...readEnableAndList({
    path: "discount",
    label: "discount",
    summary: "A discount on each ticket in its scope, or once on their sum in an order",
    kinds: KINDS,
    shown: discount,
    show: toDiscount,
  }),
];

function toDiscount(found: Discount): z.input<typeof discount> {
  return {
    ...toRuleShown(found),
    kind: found.kind === "ORDER" ? "PER_ORDER" : "PER_TICKET",
    maximumTickets: found.maximumTickets ?? null,
    minimumSpend: toCurrency({ minor: found.minimumSpendMinor, currency: found.currency }),
  };
}

const FESTIVAL_KINDS = ["FESTIVAL"] as const;

const festivalTerms = {
  ...ruleTerms,
  /** The number of events of which the cart needs tickets. */
  minimumEvents: count.optional(),
};

const festivalDiscount = named("FestivalDiscount", z.object({ ...ruleShown, minimumEvents: z.int() }));

const FESTIVAL_CALLS: readonly Call[] = [
  declareCall({
    method: "POST",
    path: "/festivalDiscount",
    summary: "Add a discount over a group of events or a list of them. It is disabled until it is enabled",
    access: ["MANAGE"],
    body: z.strictObject({ name, currency, ...festivalTerms, minimumEvents: count.default(2) }),
    answer: created,
    handle: async ({ runtime, caller, body: { currency = caller.account.currency, ...rest } }) => {
      const read = readRule(rest, currency, true);
      if (!read.ok) return read.reply;
      return replyCreated(
        await createDiscount(runtime, caller, { ...read.terms, name: rest.name, kind: "FESTIVAL", currency }),
      );
    },
  }),
  declareCall({
    method: "PUT",
    path: "/festivalDiscount/{id}",
    summary: "Change a festival discount. Carts keep their price until they change",
    access: ["MANAGE"],
    params: idParams,
    body: z.strictObject({ name: name.optional(), ...festivalTerms, version }),
    answer: done,
    handle: async ({ runtime, caller, params, body }) => {
      const was = await getDiscount(runtime, caller, FESTIVAL_KINDS, params.id);
      if (was === undefined) return missing("id", "festival discount");
      const read = readRule(body, was.currency, false);
      if (!read.ok) return read.reply;
      return replyChanged(await changeDiscount(runtime, caller, FESTIVAL_KINDS, params.id, read.terms));
    },
  }),
  ...readEnableAndList({
    path: "festivalDiscount",
    label: "festival discount",
    summary: "A discount that spans several events",
    kinds: FESTIVAL_KINDS,
    shown: festivalDiscount,
    show: toFestivalDiscount,
  }),
];

function toFestivalDiscount(found: Discount): z.input<typeof festivalDiscount> {
  return { ...toRuleShown(found), minimumEvents: found.minimumEvents };
}

export const DISCOUNT_CALLS: readonly Call[] = [...OWN_CALLS, ...FESTIVAL_CALLS];
