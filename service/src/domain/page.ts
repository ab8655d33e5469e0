/** A part of a list: the first page is 1. */
export type Page = { readonly page: number; readonly pageSize: number };
