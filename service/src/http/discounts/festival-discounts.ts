import { z } from "zod";
import type { Discount } from "#src/domain/discount.ts";
import { answer, type Call, declareCall, missing } from "#src/http/call.ts";
import { refuseForCatalogue } from "#src/http/catalogue-refusals.ts";
import { name } from "#src/http/fields.ts";
import { created, done, idParams } from "#src/http/shapes.ts";
import { changeDiscount, createDiscount, getDiscount } from "#src/use-cases/change-discount.ts";
import {
  count,
  currency,
  DONE,
  offShown,
  percentage,
  readOff,
  scope,
  shown,
  switchAndList,
  tag,
  takenOff,
  toOff,
  toShown,
} from "./discount-fields.ts";

const KINDS = ["FESTIVAL"] as const;

const terms = {
  ...scope,
  percentage: percentage.optional(),
  /** Off each ticket. */
  amount: takenOff.optional(),
  tag: tag.optional(),
  /** Of so many events there must be tickets in the cart. */
  minimumEvents: count.optional(),
  minimumTickets: count.optional(),
};

const festivalDiscount = z.object({
  ...shown,
  ...offShown,
  tag: z.string().nullable(),
  minimumEvents: z.int(),
  minimumTickets: z.int(),
});

export const FESTIVAL_DISCOUNT_CALLS: readonly Call[] = [
  declareCall({
    method: "GET",
    path: "/festivalDiscount/{id}",
    summary: "A discount that spans several events",
    params: idParams,
    answer: festivalDiscount,
    handle: async ({ world, caller, params }) => {
      const found = await getDiscount(world, caller, KINDS, params.id);
      return found ? answer(toFestivalDiscount(found)) : missing("id", "festival discount");
    },
  }),
  declareCall({
    method: "POST",
    path: "/festivalDiscount",
    summary: "Add a discount over a group of events or a list of them. It is off until it is enabled",
    capability: "MANAGE",
    body: z.strictObject({ name, currency, ...terms, minimumEvents: count.default(2) }),
    answer: created,
    handle: async ({ world, caller, body: { currency = caller.account.currency, ...rest } }) => {
      const read = readTerms(rest, currency, true);
      if (!read.ok) return read.reply;
      const made = await createDiscount(world, caller, { ...read.terms, name: rest.name, kind: "FESTIVAL", currency });
      return made.ok ? answer({ successful: true as const, id: made.id }) : refuseForCatalogue(made);
    },
  }),
  declareCall({
    method: "PUT",
    path: "/festivalDiscount/{id}",
    summary: "Change a festival discount; carts that have it keep it until something in them changes",
    capability: "MANAGE",
    params: idParams,
    body: z.strictObject({ name: name.optional(), ...terms }),
    answer: done,
    handle: async ({ world, caller, params, body }) => {
      const was = await getDiscount(world, caller, KINDS, params.id);
      if (was === undefined) return missing("id", "festival discount");
      const read = readTerms(body, was.currency, false);
      if (!read.ok) return read.reply;
      const changed = await changeDiscount(world, caller, KINDS, params.id, read.terms);
      return changed.ok ? answer(DONE) : refuseForCatalogue(changed);
    },
  }),
  ...switchAndList("festivalDiscount", KINDS),
];

type Terms = z.output<z.ZodObject<typeof terms>> & { readonly name?: string | undefined };

function readTerms(asked: Terms, currency: string, isNew: boolean) {
  const { percentage, amount, events: eventIds, eventGroup: eventGroupId, ...rest } = asked;
  const read = readOff({ percentage, amount }, currency, isNew);
  if (!read.ok) return read;
  return { ok: true as const, terms: { ...rest, ...read.off, ruleName: asked.name, eventIds, eventGroupId } };
}

function toFestivalDiscount(found: Discount): z.input<typeof festivalDiscount> {
  const { minimumEvents, minimumTickets, tag = null } = found;
  return { ...toShown(found), ...toOff(found), tag, minimumEvents, minimumTickets };
}
