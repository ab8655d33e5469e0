/** The number of wrong passwords for one name that cause no delay: people mistype. */
const FREE_FAILURES = 3;
const FIRST_DELAY_MS = 250;
/** Within the storefront's read timeout of three seconds, so that the owner is delayed and not locked out. */
const DELAY_MAX_MS = 2_000;
const FORGOTTEN_AFTER_MS = 15 * 60_000;
/** Bounds the memory under an attack with many names: the oldest are forgotten. */
const NAMES_MAX = 10_000;

type Failures = { readonly count: number; readonly at: number };

/** Counts wrong passwords for each name and returns the delay of the next try. Times are in milliseconds. */
export function createFailureDelays() {
  const names = new Map<string, Failures>();

  const countOf = (name: string, now: number): number => {
    const failures = names.get(name);
    return failures && now - failures.at < FORGOTTEN_AFTER_MS ? failures.count : 0;
  };

  return {
    waitMs(name: string, now: number): number {
      const over = countOf(name, now) - FREE_FAILURES;
      if (over <= 0) return 0;
      const delay = Math.min(DELAY_MAX_MS, FIRST_DELAY_MS * 2 ** (over - 1));
      return Math.max(0, (names.get(name)?.at ?? now) + delay - now);
    },
    noteFailure(name: string, now: number): void {
      const count = countOf(name, now) + 1;
      names.delete(name);
      names.set(name, { count, at: now });
      const [oldest] = names.keys();
      if (names.size > NAMES_MAX && oldest !== undefined) names.delete(oldest);
    },
    noteSuccess(name: string): void {
      names.delete(name);
    },
    size: () => names.size,
  };
}
