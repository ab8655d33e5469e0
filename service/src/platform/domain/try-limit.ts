/** At most `tries` within `seconds`, counted from the first try. */
export type TryLimit = { readonly tries: number; readonly seconds: number };
