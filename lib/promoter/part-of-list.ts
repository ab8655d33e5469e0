/** The most of a list on one page: each row costs calls of the service. */
const PAGE_SIZE = 20;

type PartOfList<T> = { readonly shown: readonly T[]; readonly page: number; readonly pages: number };

/** Returns the part of a list for this page of its address. A page that there is not means the nearest one. */
export function partOfList<T>(all: readonly T[], page: unknown): PartOfList<T> {
  const pages = Math.max(1, Math.ceil(all.length / PAGE_SIZE));
  const present = Math.min(Math.max(1, Math.trunc(Number(page)) || 1), pages);
  return { shown: all.slice((present - 1) * PAGE_SIZE, present * PAGE_SIZE), page: present, pages };
}
