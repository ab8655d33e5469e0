import "server-only";

/** The first segment of every page is its language. */
const PAGE = /^\/[a-z]{2}(?=\/|$)/;

/**
 * Returns the path and query of the page whose link or form led here, from the Referer header; `undefined` when it is not
 * a page of ours.
 */
export function pageBefore(referrer: string | null, ourOrigin: string): string | undefined {
  if (referrer === null || !URL.canParse(referrer)) return undefined;
  const { origin, pathname, search } = new URL(referrer);
  return origin === ourOrigin && PAGE.test(pathname) ? `${pathname}${search}` : undefined;
}
