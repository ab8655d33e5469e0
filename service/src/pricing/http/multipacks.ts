import { z } from "zod";
import { toDecimal } from "#src/platform/domain/money.ts";
import { type Call, declareCall, missing, type Reply, refuse } from "#src/platform/http/call.ts";
import { replyChanged, replyCreated } from "#src/platform/http/change-refusals.ts";
import { row } from "#src/platform/http/error-rows.ts";
import { name, price, readAmounts, version } from "#src/platform/http/fields.ts";
import { named } from "#src/platform/http/openapi/schemas.ts";
import type { Reason } from "#src/platform/http/reasons.ts";
import { created, done, idParams } from "#src/platform/http/shapes.ts";
import type { Discount } from "#src/pricing/domain/discount.ts";
import { changeDiscount, createDiscount, getDiscount } from "#src/pricing/use-cases/discounts.ts";
import { count, currency, hundredths, readEnableAndList, scope, shown, tag, toShown } from "./discount-fields.ts";

const KINDS = ["MULTIPACK"] as const;

const discountType = z.enum(["PERCENTAGE", "AMOUNT", "PACK_PRICE"]);
type DiscountType = z.output<typeof discountType>;

const terms = {
  ...scope,
  /** The name that buyers see beside the saving; by default `name`. */
  ruleName: name.optional(),
  /** The tag of the ticket types in scope. Absent: all. */
  partitionTag: tag.optional(),
};

const multipack = named(
  "Multipack",
  z.object({
    ...shown,
    ruleName: z.string(),
    partitionTag: z.string().nullable(),
    quantity: z.int(),
    discountType,
    /** By `discountType`: a percentage off the pack, an amount off it, or its price. */
    discountAmount: z.number(),
  }),
);

const pack = { quantity: count.min(2), discountType, discountAmount: price };

export const MULTIPACK_CALLS: readonly Call[] = [
  declareCall({
    method: "POST",
    path: "/multipack",
    summary: "Add a multipack. It is disabled until it is enabled",
    access: ["MANAGE"],
    body: z.strictObject({ name, currency, ...terms, ...pack }),
    answer: created,
    handle: async ({ runtime, caller, body }) => {
      const { currency = caller.account.currency, ...rest } = body;
      const read = readPack(rest.discountType, rest.discountAmount, currency);
      if (!read.ok) return read.reply;
      return replyCreated(
        await createDiscount(runtime, caller, {
          ...toTerms(rest),
          ...read.off,
          ruleName: rest.ruleName ?? rest.name,
          name: rest.name,
          kind: "MULTIPACK",
          currency,
        }),
      );
    },
  }),
  declareCall({
    method: "PUT",
    path: "/multipack/{id}",
    summary: "Change a multipack. Carts keep their price until they change",
    access: ["MANAGE"],
    params: idParams,
    body: z.strictObject({
      name: name.optional(),
      ...terms,
      quantity: pack.quantity.optional(),
      discountType: discountType.optional(),
      discountAmount: price.optional(),
      version,
    }),
    answer: done,
    handle: async ({ runtime, caller, params, body }) => {
      const was = await getDiscount(runtime, caller, KINDS, params.id);
      if (was === undefined) return missing("id", "multipack");
      const { discountType = typeOf(was), discountAmount = amountOf(was) } = body;
      const read = readPack(discountType, discountAmount, was.currency);
      if (!read.ok) return read.reply;
      return replyChanged(await changeDiscount(runtime, caller, KINDS, params.id, { ...toTerms(body), ...read.off }));
    },
  }),
  ...readEnableAndList({
    path: "multipack",
    label: "multipack",
    summary: "A saving on packs of a number of tickets, of one event or several",
    kinds: KINDS,
    shown: multipack,
    show: toMultipack,
  }),
];

type MultipackTerms = z.output<z.ZodObject<typeof terms>> & {
  readonly name?: string | undefined;
  readonly version?: number | undefined;
  readonly quantity?: number | undefined;
};

function toTerms({ events: eventIds, eventGroup: eventGroupId, partitionTag: tag, ...rest }: MultipackTerms) {
  const { version, name, ruleName, quantity, codeRequired, validFrom, validTo } = rest;
  return { version, name, ruleName, quantity, codeRequired, validFrom, validTo, eventIds, eventGroupId, tag };
}

const NO_REDUCTION = { percentage: null, amountMinor: null, packPriceMinor: null };

type PackRead =
  | { readonly ok: true; readonly off: { readonly [Field in keyof typeof NO_REDUCTION]: number | null } }
  | { readonly ok: false; readonly reply: Reply<never> };

function readPack(type: DiscountType, discountAmount: number, currency: string): PackRead {
  if (type === "PERCENTAGE") {
    const percentage = hundredths(discountAmount);
    if (percentage !== undefined && percentage <= 10_000) return { ok: true, off: { ...NO_REDUCTION, percentage } };
    return unfit(
      "not_a_percentage",
      "discountAmount is a percentage: give a value above 0 and up to 100, with at most two decimals.",
    );
  }
  const exact = readAmounts({ discountAmount }, currency);
  if (!exact.ok) return exact;
  const { minor } = exact.discountAmount;
  if (type === "PACK_PRICE") return { ok: true, off: { ...NO_REDUCTION, packPriceMinor: minor } };
  return minor > 0
    ? { ok: true, off: { ...NO_REDUCTION, amountMinor: minor } }
    : unfit("not_above", "discountAmount must be above 0.");
}

function unfit(reason: Reason, message: string): PackRead {
  return { ok: false, reply: refuse(400, [row("discountAmount", reason, message)]) };
}

function typeOf({ off }: Discount): DiscountType {
  if ("percentage" in off) return "PERCENTAGE";
  return "amountMinor" in off ? "AMOUNT" : "PACK_PRICE";
}

function amountOf({ off, currency }: Discount): number {
  if ("percentage" in off) return off.percentage / 100;
  return Number(toDecimal({ minor: "amountMinor" in off ? off.amountMinor : off.packPriceMinor, currency }));
}

function toMultipack(found: Discount): z.input<typeof multipack> {
  return {
    ...toShown(found),
    ruleName: found.ruleName,
    partitionTag: found.tag ?? null,
    quantity: found.quantity,
    discountType: typeOf(found),
    discountAmount: amountOf(found),
  };
}
