/** A website that may show the account's embeds. */
export type Site = {
  readonly id: number;
  readonly version: number;
  readonly origin: string;
  /** The path that a buyer may be sent back to, and all below it. Null: none. */
  readonly returnPrefix: string | null;
  readonly createdAt: Date;
};

/** More than this no policy of a page needs to name. */
export const SITES_MAX = 50;

/** Slashes, each with a segment behind it that is neither empty nor one or two dots, except at the end. */
const PATH = /^(\/(?!(\.|%2e){1,2}(\/|$))[^/\\?#\s]+)*\/?$/i;

/** The storefront sends nobody to a path with other signs or with a disguised one, so that none of them is a prefix. */
const PLAIN = /^[\w.~!$&'()*+,=:@%/-]*$/;
const DISGUISED = /%(?:[01][\da-f]|7f|25|2e|2f|3b|5c)/i;

/** Returns a path as browsers write it, or `undefined` for a text that is none, or that would be another path in an address. */
export function normalizedPath(text: string): string | undefined {
  if (text === "" || !PATH.test(text)) return undefined;
  const path = new URL(text, "https://site.example").pathname;
  return PLAIN.test(path) && !DISGUISED.test(path) ? path : undefined;
}
