import { acceptedText } from "#lib/i18n/typed-text.ts";

/** What the address of a list asks for. */
export type ListQuery = { readonly q: string; readonly page: number };

type Typed = Readonly<Record<string, string | readonly string[] | undefined>>;

const Q_MAX = 200;
const PAGE_MAX = 1_000_000;

/** Returns what an address asks for, within the limits of the service. */
export function listQueryIn(typed: Typed): ListQuery {
  const [q = "", page] = [typed.q, typed.page].map((value) => [value].flat()[0]);
  return {
    // Marks of direction are in no name that is searched for.
    q: acceptedText(q.normalize("NFC").replaceAll(/\p{Bidi_Control}/gu, ""), Q_MAX),
    page: Math.min(Math.max(1, Math.trunc(Number(page)) || 1), PAGE_MAX),
  };
}

/** Returns the address of a part of a list; what is empty is left out. */
export function listAddress(path: string, values: Readonly<Record<string, string | number>>): string {
  const query = new URLSearchParams(
    Object.entries(values).flatMap(([name, value]) => (value === "" ? [] : [[name, String(value)]])),
  );
  return query.size === 0 ? path : `${path}?${query}`;
}

const PAGE_SIZE = 50;

/** Reads a page of a list. A page past the last means the last. Returns `undefined` where `read` does. */
export async function readPage<Found extends { readonly total: number }>(
  query: ListQuery,
  read: (part: ListQuery & { readonly pageSize: number }) => Promise<Found | undefined>,
  pageSize = PAGE_SIZE,
): Promise<(Found & { readonly page: number; readonly pages: number }) | undefined> {
  const found = await read({ ...query, pageSize });
  if (found === undefined) return undefined;
  const pages = Math.max(1, Math.ceil(found.total / pageSize));
  return query.page > pages
    ? readPage({ ...query, page: pages }, read, pageSize)
    : { ...found, page: query.page, pages };
}
