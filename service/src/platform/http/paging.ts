import { z } from "zod";
import type { Page } from "#src/platform/domain/page.ts";

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
    .refine((value) => value <= max, `at most ${max}`)
    .meta({ wire: { type: "integer", minimum: 1, maximum: max } });
}
