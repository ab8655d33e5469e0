import type { Caller } from "#src/platform/domain/caller.ts";

/** A change made by another process, such as a disabled user, takes effect here after this time. */
const FRESH_MS = 1_000;
const KNOWN_MAX = 10_000;

/** Reads the user of a credential again, without deriving a password hash. `undefined`: it is no longer valid. */
export type ReadAgain = () => Promise<Caller | undefined>;

type Known = { caller: Caller; freshUntil: number; reading: Promise<Caller | undefined> | undefined };

/**
 * Returns a cache of credentials that were right, keyed by a hash of name and password. Each is compared with its user's
 * row once a second and never derived again, so that known users never wait behind guesses.
 */
export function createKnownCredentials(nowMs: () => number) {
  const entries = new Map<string, Known & { readonly readAgain: ReadAgain }>();

  return {
    remember(credential: string, caller: Caller, readAgain: ReadAgain): void {
      const [oldest] = entries.keys();
      if (entries.size >= KNOWN_MAX && oldest !== undefined) entries.delete(oldest);
      entries.set(credential, { caller, readAgain, freshUntil: nowMs() + FRESH_MS, reading: undefined });
    },

    /** Returns the user, or `undefined` when the credential is not or no longer known. Concurrent calls share one read. */
    async find(credential: string): Promise<Caller | undefined> {
      const entry = entries.get(credential);
      if (entry === undefined) return undefined;
      if (entry.freshUntil > nowMs()) return entry.caller;
      if (entry.reading) return entry.reading;

      const freshUntil = nowMs() + FRESH_MS;
      const reading = entry.readAgain().then(
        (caller) => {
          // A change in the meantime may have replaced this read by another.
          if (entry.reading === reading) {
            if (caller) Object.assign(entry, { caller, freshUntil, reading: undefined });
            else if (entries.get(credential) === entry) entries.delete(credential);
          }
          return caller;
        },
        (fault: unknown) => {
          if (entry.reading === reading) entry.reading = undefined;
          throw fault;
        },
      );
      entry.reading = reading;
      return reading;
    },

    /** Makes every credential stale, after a change of users in this process: each is read again at its next call. */
    invalidateAll(): void {
      for (const entry of entries.values()) Object.assign(entry, { freshUntil: 0, reading: undefined });
    },
  };
}
