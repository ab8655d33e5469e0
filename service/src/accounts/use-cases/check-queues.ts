/** Per name and network: the check under way and those queued behind it, with their delays. Further ones are refused. */
const QUEUED_PER_NAME_AND_NETWORK_MAX = 4;
/** Per network, whatever the names: an office or a theatre whose scanners all start at once. */
const QUEUED_PER_NETWORK_MAX = 20;
/** Checks of one name that wait for a hash or derive one: about 12 s of work, two at once and a fifth of a second each. */
const CHECKS_PER_NAME_MAX = 120;
/** The same over all names. Above the limit of one name, so that a flood on it leaves room for others. */
const CHECKS_MAX = 150;

/** Digests of what a check is counted under. */
export type CheckKeys = {
  /** The name from this network. */
  readonly own: string;
  /** The name from any network. */
  readonly name: string;
  /** Any name from this network. */
  readonly network: string;
};

/** Puts the checks of each name and network into a queue of their own, and bounds the number of all. */
export function createCheckQueues() {
  const last = new Map<string, Promise<unknown>>();
  const queued = new Map<string, number>();
  const checking = new Map<string, number>();

  return {
    /** Runs `work` after the others of this name and network. Returns `undefined` when too many are queued. */
    inTurn<Result>({ own, network }: CheckKeys, work: () => Promise<Result>): Promise<Result> | undefined {
      if (countOf(queued, own) >= QUEUED_PER_NAME_AND_NETWORK_MAX) return undefined;
      if (countOf(queued, network) >= QUEUED_PER_NETWORK_MAX) return undefined;
      const result = counted(queued, [own, network], () => (last.get(own) ?? Promise.resolve()).then(work));
      const done = result.then(
        () => undefined,
        () => undefined,
      );
      last.set(own, done);
      void done.then(() => last.get(own) === done && last.delete(own));
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

/** Counts wrong passwords for each name from each network, and returns the delay before its next attempt. Times are in milliseconds. */
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
