import { z } from "zod";
import { type Money, toDecimal } from "#src/platform/domain/money.ts";
import type { Page } from "#src/platform/domain/page.ts";
import { because } from "./error-rows.ts";
import { named } from "./openapi/schemas.ts";

// The shapes that all parts of the interface share.

/** An id in a body. */
export const id = z.int().min(1);

/** An id in a path or a query, where every value is text. */
export const idText = z
  .string()
  .regex(/^[1-9]\d{0,15}$/, "a positive whole number is expected")
  .transform(Number)
  .refine(Number.isSafeInteger, {
    error: "too large to be an id",
    params: because("too_large", Number.MAX_SAFE_INTEGER),
  })
  .meta({ wire: { type: "integer", minimum: 1, maximum: Number.MAX_SAFE_INTEGER } });

export const idParams = z.strictObject({ id: idText });

/** A reference to another resource. */
export const ref = named("Ref", z.object({ id, name: z.string(), link: z.string() }));
export type Ref = z.input<typeof ref>;

export function toRef(kind: string, { id, name }: { readonly id: number; readonly name: string }): Ref {
  return { id, name, link: `/v2/${kind}/${id}` };
}

export const currency = named("Money", z.object({ amount: z.number(), currency: z.string().length(3) }));
type Currency = z.input<typeof currency>;

export function toCurrency(money: Money): Currency {
  return { amount: Number(toDecimal(money)), currency: money.currency };
}

export const done = named("Done", z.object({ successful: z.literal(true), messages: z.array(z.string()) }));
export const created = named("Created", z.object({ successful: z.literal(true), id }));

/** The size of a page when the request names only the page. */
const PAGE_SIZE = 50;
/** The maximum of a list without paging: more than any account has. */
const UNPAGED_MAX = 1_000;

/** The query of a list. Without either parameter the answer has the whole list. */
export const paging = { page: numberText(1_000_000).optional(), pageSize: numberText(200).optional() };

export function pageOf({ page, pageSize }: { page?: number | undefined; pageSize?: number | undefined }): Page {
  const isPaged = page !== undefined || pageSize !== undefined;
  return { page: page ?? 1, pageSize: pageSize ?? (isPaged ? PAGE_SIZE : UNPAGED_MAX) };
}

/** Returns the header with the number of items on all pages. */
export function totalHeader(total: number) {
  return { "x-total-count": String(total) };
}

/** A positive number in a query, where every value is text. */
export function numberText(max: number) {
  return z
    .string()
    .regex(/^[1-9]\d{0,6}$/, "a positive whole number is expected")
    .transform(Number)
    .refine((value) => value <= max, { error: `at most ${max}`, params: because("too_large", max) })
    .meta({ wire: { type: "integer", minimum: 1, maximum: max } });
}
