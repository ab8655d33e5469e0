type Query = Readonly<Record<string, string | readonly string[] | undefined>>;

/** What a promoter has typed to have their page checked: its address, and its headers or HTML. */
export type TypedPage = { readonly page: string; readonly pasted: string };

export const PAGE_MAX = 500;
export const PASTED_MAX = 8_000;

/** Returns what is in the address of a page with the check: its form is sent by GET. */
export function typedPage(query: Query): TypedPage {
  const one = (name: string, max: number) => String([query[name]].flat()[0] ?? "").slice(0, max);
  return { page: one("page", PAGE_MAX), pasted: one("pasted", PASTED_MAX) };
}
