import { z } from "zod";
import type { Discount } from "#src/domain/discount.ts";
import { answer, type Call, declareCall, missing } from "#src/http/call.ts";
import { refuseForCatalogue } from "#src/http/catalogue-refusals.ts";
import { name, price, readAmounts } from "#src/http/fields.ts";
import { created, done, idParams, toCurrency } from "#src/http/shapes.ts";
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

const KINDS = ["TICKET", "ORDER"] as const;
const KIND = { PER_TICKET: "TICKET", PER_ORDER: "ORDER" } as const;

const terms = {
  ...scope,
  percentage: percentage.optional(),
  amount: takenOff.optional(),
  tag: tag.optional(),
  /** So many tickets in scope must be in the cart. */
  minimumTickets: count.optional(),
  /** At most so many tickets of a cart get it. */
  maximumTickets: count.nullable().optional(),
  /** Of a PER_ORDER discount: what the tickets in scope must come to. */
  minimumSpend: price.optional(),
};

const discount = z.object({
  ...shown,
  ...offShown,
  kind: z.enum(["PER_TICKET", "PER_ORDER"]),
  tag: z.string().nullable(),
  minimumTickets: z.int(),
  maximumTickets: z.int().nullable(),
  minimumSpend: z.object({ amount: z.number(), currency: z.string() }),
});

export const DISCOUNT_CALLS: readonly Call[] = [
  declareCall({
    method: "GET",
    path: "/discount/{id}",
    summary: "A discount on tickets, or on a whole order",
    params: idParams,
    answer: discount,
    handle: async ({ world, caller, params }) => {
      const found = await getDiscount(world, caller, KINDS, params.id);
      return found ? answer(toDiscount(found)) : missing("id", "discount");
    },
  }),
  declareCall({
    method: "POST",
    path: "/discount",
    summary: "Add a discount. It is off until it is enabled",
    capability: "MANAGE",
    body: z.strictObject({ name, kind: z.enum(["PER_TICKET", "PER_ORDER"]), currency, ...terms }),
    answer: created,
    handle: async ({ world, caller, body }) => {
      const { kind, currency = caller.account.currency, ...rest } = body;
      const read = readTerms(rest, currency, true);
      if (!read.ok) return read.reply;
      const made = await createDiscount(world, caller, { ...read.terms, name: body.name, kind: KIND[kind], currency });
      return made.ok ? answer({ successful: true as const, id: made.id }) : refuseForCatalogue(made);
    },
  }),
  declareCall({
    method: "PUT",
    path: "/discount/{id}",
    summary: "Change a discount; carts that have it keep it until something in them changes",
    capability: "MANAGE",
    params: idParams,
    body: z.strictObject({ name: name.optional(), kind: z.enum(["PER_TICKET", "PER_ORDER"]).optional(), ...terms }),
    answer: done,
    handle: async ({ world, caller, params, body: { kind, ...rest } }) => {
      const was = await getDiscount(world, caller, KINDS, params.id);
      if (was === undefined) return missing("id", "discount");
      const read = readTerms(rest, was.currency, false);
      if (!read.ok) return read.reply;
      const changed = await changeDiscount(world, caller, KINDS, params.id, {
        ...read.terms,
        kind: kind && KIND[kind],
      });
      return changed.ok ? answer(DONE) : refuseForCatalogue(changed);
    },
  }),
  ...switchAndList("discount", KINDS),
];

type Terms = z.output<z.ZodObject<typeof terms>> & { readonly name?: string | undefined };

function readTerms(asked: Terms, currency: string, isNew: boolean) {
  const { percentage, amount, minimumSpend, events: eventIds, eventGroup: eventGroupId, ...rest } = asked;
  const read = readOff({ percentage, amount }, currency, isNew);
  if (!read.ok) return read;
  const exact = readAmounts({ minimumSpend }, currency);
  if (!exact.ok) return exact;
  // Without a name of its own for buyers, they read the promoter's.
  const named = { ruleName: asked.name, eventIds, eventGroupId, minimumSpendMinor: exact.minimumSpend?.minor };
  return { ok: true as const, terms: { ...rest, ...read.off, ...named } };
}

function toDiscount(found: Discount): z.input<typeof discount> {
  return {
    ...toShown(found),
    ...toOff(found),
    kind: found.kind === "ORDER" ? "PER_ORDER" : "PER_TICKET",
    tag: found.tag ?? null,
    minimumTickets: found.minimumTickets,
    maximumTickets: found.maximumTickets ?? null,
    minimumSpend: toCurrency({ minor: found.minimumSpendMinor, currency: found.currency }),
  };
}
