import { processWide } from "#lib/runtime/process-wide.ts";

/** What answers instead of an address at which nothing is: the page at a path, a redirect, or a plain 404 for a program. */
export type Instead = { readonly page: string } | { readonly location: string } | { readonly status: 404 };

type Find = (path: string, cookies: string) => Promise<Instead | undefined>;

// Process-wide, since `server.ts` calls it outside of Next's bundle.
const check = processWide("invented addresses", (): { find?: Find } => ({}));

/** Sets how an address is checked before its page is rendered. */
export function setAddressCheck(find: Find): void {
  check.find = find;
}

/** Returns what answers instead of an address at which nothing is; `undefined` for every other. */
export async function insteadOf(path: string, cookies: string): Promise<Instead | undefined> {
  return check.find?.(path, cookies);
}
