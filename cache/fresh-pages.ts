type Check = (entry: string) => boolean;

/** The process has the page cache several times, outside the bundle and inside it, and this module as often. */
const CHECKS = Symbol.for("foyer fresh pages");
const scope = globalThis as { [CHECKS]?: Check[] };

/** Returns whether a page cache of this process still has the entry of this name and would send it without rendering it again. */
export function isFreshEntry(entry: string): boolean {
  return scope[CHECKS]?.some((check) => check(entry)) ?? false;
}

/** Adds the answer of one page cache, which knows the names that it has given itself only. */
export function checkEntriesBy(check: Check): void {
  scope[CHECKS] ??= [];
  scope[CHECKS].push(check);
}
