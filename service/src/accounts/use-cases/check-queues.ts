/** Per name and network: the check under way and those queued behind it, with their delays. Further ones are refused. */
const QUEUED_PER_NAME_AND_NETWORK_MAX = 4;
/** Per network, whatever the names: an office or a theatre whose scanners all start at once. */
const QUEUED_PER_NETWORK_MAX = 20;
/** Checks of one name that wait for a hash or derive one: about 12 s of work, two at once and a fifth of a second each. */
const CHECKS_PER_NAME_MAX = 120;
/** The same over all names. Above the limit of one name, so that a flood on it leaves room for others. */
const CHECKS_MAX = 150;

/** What counts a check: `key` is a digest, and the limits are `times` those above. */
type Counter = { readonly key: string; readonly times: number };

export type CheckKeys = {
  /** The name from this network, and from those around it. */
  readonly own: readonly [Counter, ...Counter[]];
  /** The name from any network. */
  readonly name: string;
  /** Any name from this network, and from those around it. */
  readonly networks: readonly Counter[];
};

/** Puts the checks of each name and network into a queue of their own, and bounds the number of all. */
export function createCheckQueues() {
  const last = new Map<string, Promise<unknown>>();
  const queued = new Map<string, number>();
  const checking = new Map<string, number>();

  return {
    /** Runs `work` after the others of this name and network. Returns `undefined` when too many are queued. */
    inTurn<Result>({ own, networks }: CheckKeys, work: () => Promise<Result>): Promise<Result> | undefined {
      const isFull = (counters: readonly Counter[], max: number) =>
        counters.some(({ key, times }) => countOf(queued, key) >= times * max);
      if (isFull(own, QUEUED_PER_NAME_AND_NETWORK_MAX) || isFull(networks, QUEUED_PER_NETWORK_MAX)) return undefined;
      const [{ key }] = own;
      const all = [...own, ...networks].map((counter) => counter.key);
      const result = counted(queued, all, () => (last.get(key) ?? Promise.resolve()).then(work));
      const done = result.then(
        () => undefined,
        () => undefined,
      );
      last.set(key, done);
      void done.then(() => last.get(key) === done && last.delete(key));
      return result;
    },

    /** Runs a check of this name. Returns `undefined` when too many wait for the processor; those that are delayed do not. */
    checking<Result>(name: string, check: () => Promise<Result>): Promise<Result> | undefined {
      if (countOf(checking, name) >= CHECKS_PER_NAME_MAX || countOf(checking, ALL) >= CHECKS_MAX) return undefined;
      return counted(checking, [name, ALL], check);
    },
  };
}

const ALL = "all";

function countOf(counts: ReadonlyMap<string, number>, key: string): number {
  return counts.get(key) ?? 0;
}

/** Counts `work` under these keys until it has ended. */
async function counted<Result>(
  counts: Map<string, number>,
  keys: readonly string[],
  work: () => Promise<Result>,
): Promise<Result> {
  for (const key of keys) counts.set(key, countOf(counts, key) + 1);
  try {
    return await work();
  } finally {
    for (const key of keys) {
      const left = countOf(counts, key) - 1;
      if (left > 0) counts.set(key, left);
      else counts.delete(key);
    }
  }
}

/** The number of wrong passwords for one name from one network that cause no delay: people mistype. */
const FREE_FAILURES = 3;
const FIRST_DELAY_MS = 250;
/** Within the time that the storefront waits for a sign-in, so that an owner who mistypes is delayed and not locked out. */
const DELAY_MAX_MS = 2_000;
const FORGOTTEN_AFTER_MS = 15 * 60_000;
/** Names with a network. Bounds the memory under an attack with many: the oldest are forgotten. */
const NAMES_MAX = 10_000;

type Failures = { readonly count: number; readonly at: number };

/**
 * Counts wrong passwords for each name from each network and those around it, and returns the delay before its next attempt. Times are in
 * milliseconds.
 */
export function createFailureDelays() {
  const names = new Map<string, Failures>();

  const countOf = (name: string, now: number): number => {
    const failures = names.get(name);
    return failures && now - failures.at < FORGOTTEN_AFTER_MS ? failures.count : 0;
  };

  function waitMsOf({ key, times }: Counter, now: number): number {
    const over = countOf(key, now) - times * FREE_FAILURES;
    if (over <= 0) return 0;
    const delay = Math.min(DELAY_MAX_MS, FIRST_DELAY_MS * 2 ** (over - 1));
    return Math.max(0, (names.get(key)?.at ?? now) + delay - now);
  }

  return {
    waitMs: (own: CheckKeys["own"], now: number): number => Math.max(...own.map((counter) => waitMsOf(counter, now))),
    noteFailure(own: CheckKeys["own"], now: number): void {
      for (const { key } of own) {
        const count = countOf(key, now) + 1;
        names.delete(key);
        names.set(key, { count, at: now });
        const [oldest] = names.keys();
        if (names.size > NAMES_MAX && oldest !== undefined) names.delete(oldest);
      }
    },
    /** The networks around it may have guessers too, whom the owner's success does not free. */
    noteSuccess([{ key }]: CheckKeys["own"]): void {
      names.delete(key);
    },
    size: () => names.size,
  };
}
