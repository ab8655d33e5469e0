import type { Caller } from "#src/platform/domain/caller.ts";

/** What another process changed, such as a user who was disabled, is known here after this long. */
const FRESH_MS = 1_000;
const KNOWN_MAX = 10_000;

/** Reads from the database whether the credential is still good, without a password hash. */
export type ReadAgain = () => Promise<Caller | undefined>;

type Known = { caller: Caller; freshUntil: number; reading: Promise<Caller | undefined> | undefined };

/**
 * Credentials that were right, under a hash of name and password. Each is held against its user's row once a second and
 * never derived again, so that nobody who is known waits behind somebody who guesses.
 */
export function createKnownCredentials(nowMs: () => number) {
  const entries = new Map<string, Known & { readonly readAgain: ReadAgain }>();

  return {
    remember(credential: string, caller: Caller, readAgain: ReadAgain): void {
      const [oldest] = entries.keys();
      if (entries.size >= KNOWN_MAX && oldest !== undefined) entries.delete(oldest);
      entries.set(credential, { caller, readAgain, freshUntil: nowMs() + FRESH_MS, reading: undefined });
    },

    /** `undefined`: it is not known, or not any more. Callers who arrive together share one read. */
    async find(credential: string): Promise<Caller | undefined> {
      const entry = entries.get(credential);
      if (entry === undefined) return undefined;
      if (entry.freshUntil > nowMs()) return entry.caller;
      if (entry.reading) return entry.reading;

      const freshUntil = nowMs() + FRESH_MS;
      const reading = entry.readAgain().then(
        (caller) => {
          // A change in between has put another read in this one's place.
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

    /** After a change of users in this process each is read again at its next call. */
    staleNow(): void {
      for (const entry of entries.values()) Object.assign(entry, { freshUntil: 0, reading: undefined });
    },
  };
}
