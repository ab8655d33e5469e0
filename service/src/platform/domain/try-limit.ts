/** A limit counts from the first try: so many within so many seconds. */
export type TryLimit = { readonly tries: number; readonly seconds: number };
