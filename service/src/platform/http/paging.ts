import { z } from "zod";
import type { Page } from "#src/platform/domain/page.ts";

/** Of a page that was asked for without its size. */
const PAGE_SIZE = 50;
/** What a list answers at most where no page was asked for: more than any account has. */
const UNPAGED_MAX = 1_000;

/** Which part of a list is wanted. Without either, all of it. */
export const paging = { page: numberText(1_000_000).optional(), pageSize: numberText(200).optional() };

export function pageOf({ page, pageSize }: { page?: number | undefined; pageSize?: number | undefined }): Page {
  const isPaged = page !== undefined || pageSize !== undefined;
  return { page: page ?? 1, pageSize: pageSize ?? (isPaged ? PAGE_SIZE : UNPAGED_MAX) };
}

/** How many there are on all pages. */
export function totalHeader(total: number) {
  return { "x-total-count": String(total) };
}

/** A number in a query, where everything is text. */
export function numberText(max: number) {
  return z
    .string()
    .regex(/^[1-9]\d{0,6}$/, "a positive whole number is expected")
    .transform(Number)
    .refine((value) => value <= max, `at most ${max}`)
    .meta({ wire: { type: "integer", minimum: 1, maximum: max } });
}
