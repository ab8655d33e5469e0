/** A page of a list. The first page is 1. */
export type Page = { readonly page: number; readonly pageSize: number };

/** Returns one page of a complete list, and the number of items on all pages. */
export function sliceOf<Thing>(
  all: readonly Thing[],
  { page, pageSize }: Page,
): { readonly things: readonly Thing[]; readonly total: number } {
  return { things: all.slice((page - 1) * pageSize, page * pageSize), total: all.length };
}

/** How a list is sorted: by one of its fields, with a minus the last first. */
export type Sort<Field extends string> = Field | `-${Field}`;
