import { z } from "zod";
import { type Money, toDecimal } from "#src/platform/domain/money.ts";
import { named } from "./openapi/schemas.ts";

// The shapes that all parts of the interface share.

/** An id in a body. */
export const id = z.int().min(1);

/** An id in a path or a query, where every value is text. */
export const idText = z
  .string()
  .regex(/^[1-9]\d{0,15}$/, "a positive whole number is expected")
  .transform(Number)
  .refine(Number.isSafeInteger, "too large to be an id")
  .meta({ wire: { type: "integer", minimum: 1, maximum: Number.MAX_SAFE_INTEGER } });

export const idParams = z.strictObject({ id: idText });

/** A reference to another resource. */
export const ref = named("Ref", z.object({ id, name: z.string(), link: z.string() }));
export type Ref = z.input<typeof ref>;

export function toRef(kind: string, { id, name }: { readonly id: number; readonly name: string }): Ref {
  return { id, name, link: `/v2/${kind}/${id}` };
}

export const currency = named("Money", z.object({ amount: z.number(), currency: z.string().length(3) }));
export type Currency = z.input<typeof currency>;

export function toCurrency(money: Money): Currency {
  return { amount: Number(toDecimal(money)), currency: money.currency };
}

export const done = named("Done", z.object({ successful: z.literal(true), messages: z.array(z.string()) }));
export const created = named("Created", z.object({ successful: z.literal(true), id }));
