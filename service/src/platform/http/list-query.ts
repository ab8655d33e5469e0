import { z } from "zod";
import type { Page, Sort } from "#src/platform/domain/page.ts";
import { paging, UNPAGED_MAX } from "./shapes.ts";

/** Returns the query of a list that is searched by words and sorted by one of these fields. Buyers are never searched by a query. */
export function listQuery<const Field extends string>(fields: readonly Field[]) {
  const sorts = fields.flatMap((field): readonly Sort<Field>[] => [field, `-${field}`]);
  return { q: z.string().normalize("NFC").max(200).optional(), sort: z.enum(sorts).optional(), ...paging };
}

/** Bounds the cost of a search: each word is compared with every event. */
const WORDS_MAX = 8;

/** Returns the words of a search, at most `WORDS_MAX`. */
export function wordsOf(typed: string): readonly string[] {
  return typed
    .split(/\s+/)
    .filter((word) => word !== "")
    .slice(0, WORDS_MAX);
}

/** In the answer of a list without paging: there are more things than it has. */
export const truncated = { truncated: z.literal(true).optional() };

/** Returns the field of an answer when a list without paging had more things than its maximum. */
export function truncatedAt({ pageSize }: Page, total: number) {
  return pageSize === UNPAGED_MAX && total > UNPAGED_MAX ? { truncated: true as const } : {};
}
