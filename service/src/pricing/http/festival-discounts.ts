import { z } from "zod";
import { type Call, declareCall, missing } from "#src/platform/http/call.ts";
import { replyChanged, replyCreated } from "#src/platform/http/change-refusals.ts";
import { name } from "#src/platform/http/fields.ts";
import { named } from "#src/platform/http/openapi/schemas.ts";
import { created, done, idParams } from "#src/platform/http/shapes.ts";
import type { Discount } from "#src/pricing/domain/discount.ts";
import { changeDiscount, createDiscount, getDiscount } from "#src/pricing/use-cases/discounts.ts";
import { count, currency, readEnableAndList, readRule, ruleShown, ruleTerms, toRuleShown } from "./discount-fields.ts";

const KINDS = ["FESTIVAL"] as const;

const terms = {
  ...ruleTerms,
  /** The number of events of which the cart needs tickets. */
  minimumEvents: count.optional(),
};

const festivalDiscount = named("FestivalDiscount", z.object({ ...ruleShown, minimumEvents: z.int() }));

export const FESTIVAL_DISCOUNT_CALLS: readonly Call[] = [
  declareCall({
    method: "POST",
    path: "/festivalDiscount",
    summary: "Add a discount over a group of events or a list of them. It is disabled until it is enabled",
    access: ["MANAGE"],
    body: z.strictObject({ name, currency, ...terms, minimumEvents: count.default(2) }),
    answer: created,
    handle: async ({ world, caller, body: { currency = caller.account.currency, ...rest } }) => {
      const read = readRule(rest, currency, true);
      if (!read.ok) return read.reply;
      return replyCreated(
        await createDiscount(world, caller, { ...read.terms, name: rest.name, kind: "FESTIVAL", currency }),
      );
    },
  }),
  declareCall({
    method: "PUT",
    path: "/festivalDiscount/{id}",
    summary: "Change a festival discount. Carts keep their price until they change",
    access: ["MANAGE"],
    params: idParams,
    body: z.strictObject({ name: name.optional(), ...terms }),
    answer: done,
    handle: async ({ world, caller, params, body }) => {
      const was = await getDiscount(world, caller, KINDS, params.id);
      if (was === undefined) return missing("id", "festival discount");
      const read = readRule(body, was.currency, false);
      if (!read.ok) return read.reply;
      return replyChanged(await changeDiscount(world, caller, KINDS, params.id, read.terms));
    },
  }),
  ...readEnableAndList({
    path: "festivalDiscount",
    label: "festival discount",
    summary: "A discount that spans several events",
    kinds: KINDS,
    shown: festivalDiscount,
    show: toFestivalDiscount,
  }),
];

function toFestivalDiscount(found: Discount): z.input<typeof festivalDiscount> {
  return { ...toRuleShown(found), minimumEvents: found.minimumEvents };
}
