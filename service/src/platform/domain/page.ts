/** A part of a list: the first page is 1. */
export type Page = { readonly page: number; readonly pageSize: number };

/** One page of what was read whole, and how many there are on all pages. */
export function sliceOf<Thing>(
  all: readonly Thing[],
  { page, pageSize }: Page,
): { readonly things: readonly Thing[]; readonly total: number } {
  return { things: all.slice((page - 1) * pageSize, page * pageSize), total: all.length };
}
