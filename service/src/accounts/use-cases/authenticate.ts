import { hash, randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { isAccessToken } from "#src/accounts/domain/access-token.ts";
import { findUserByToken } from "#src/accounts/store/access-tokens.ts";
import { findUser } from "#src/accounts/store/users.ts";
import type { Authenticate, Authentication, Caller } from "#src/platform/domain/caller.ts";
import { countedNetworks } from "#src/platform/domain/networks.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { hashToken } from "./access-tokens.ts";
import { type CheckKeys, createCheckQueues, createFailureDelays } from "./check-queues.ts";
import { hashOfNoPassword, isPassword } from "./password.ts";

/** The clock and the slow hash; tests replace them. */
type AuthenticateTools = {
  readonly nowMs: () => number;
  readonly sleep: (ms: number) => Promise<unknown>;
  readonly isPassword: (password: string, passwordHash: string) => Promise<boolean>;
};

const TOOLS: AuthenticateTools = { nowMs: () => performance.now(), sleep, isPassword };
const UNKNOWN = { ok: false, refusal: "unknown" } as const;

/**
 * Returns a function that finds the user of a name and password. A credential that was right is cached under a keyed hash
 * (the key lives in memory only, and no password is kept) and is never delayed. All others are checked one after the
 * other for each name and network, with a delay that grows with each failure there, so that strangers elsewhere neither
 * delay the owner nor keep them out. Concurrent calls with the same credential from one network share one check.
 */
export function createAuthenticate(runtime: Runtime, tools: Partial<AuthenticateTools> = {}): Authenticate {
  const { nowMs, sleep, isPassword } = { ...TOOLS, ...tools };
  const key = randomBytes(32).toString("base64");
  const digestOf = (...parts: readonly string[]) => hash("sha256", JSON.stringify([key, ...parts]), "base64");
  const known = createKnownCredentials(nowMs);
  const delays = createFailureDelays();
  const shared = new Map<string, Promise<Authentication>>();
  const queues = createCheckQueues();
  const decoy = hashOfNoPassword();
  runtime.userChangeListeners.add(known.invalidateAll);

  return async (username, password, network) => {
    const credential = digestOf(username, password);
    const caller = await known.find(credential);
    if (caller) return { ok: true, caller };
    if (isAccessToken(password)) return checkToken(credential, username, password);

    const sharing = digestOf(credential, network);
    const underWay = shared.get(sharing);
    if (underWay) return underWay;
    const name = username.toLowerCase();
    const keys = { own: countersOf(name, network), name: digestOf(name), networks: countersOf("", network) };
    const check =
      queues.inTurn(keys, () => checkInTurn(keys, credential, username, password)) ?? tooManyFailures(keys.own);
    shared.set(sharing, check);
    try {
      return await check;
    } finally {
      shared.delete(sharing);
    }
  };

  /** Checks a token at once. A token cannot be guessed, so it is not queued and its failures are not counted. */
  async function checkToken(credential: string, username: string, token: string): Promise<Authentication> {
    const tokenHash = hashToken(token);
    const read = () => findUserByToken(runtime.db, username, tokenHash);
    const caller = await read();
    if (!caller) return UNKNOWN;
    known.remember(credential, caller, read);
    return { ok: true, caller };
  }

  function countersOf(name: string, network: string): CheckKeys["own"] {
    const [smallest, ...around] = countedNetworks(network).map((one) => ({
      key: digestOf(name, one.name),
      times: one.times,
    }));
    return [smallest ?? { key: digestOf(name, network), times: 1 }, ...around];
  }

  async function tooManyFailures(own: CheckKeys["own"]): Promise<Authentication> {
    const seconds = Math.ceil(delays.waitMs(own, nowMs()) / 1_000);
    return { ok: false, refusal: "too_many_failures", retryAfterSeconds: Math.max(1, seconds) };
  }

  async function checkInTurn(
    { own, name }: CheckKeys,
    credential: string,
    username: string,
    password: string,
  ): Promise<Authentication> {
    const waitMs = delays.waitMs(own, nowMs());
    if (waitMs > 0) await sleep(waitMs);
    const checked = queues.checking(name, async () => {
      const user = await findUser(runtime.db, username);
      // An unknown name takes as long as a wrong password, so that timing does not reveal which names exist.
      const isRight = await isPassword(password, user?.passwordHash ?? decoy);
      return isRight ? user : undefined;
    });
    if (checked === undefined) return tooManyFailures(own);
    const user = await checked;
    if (user === undefined) {
      delays.noteFailure(own, nowMs());
      return UNKNOWN;
    }
    delays.noteSuccess(own);
    known.remember(credential, user.caller, async () => {
      const now = await findUser(runtime.db, username);
      return now?.passwordHash === user.passwordHash ? now.caller : undefined;
    });
    return { ok: true, caller: user.caller };
  }
}

/** A change made by another process, such as a disabled user, takes effect here after this time. */
const FRESH_MS = 1_000;
const KNOWN_MAX = 10_000;

/** Reads the user of a credential again, without deriving a password hash. `undefined`: it is no longer valid. */
type ReadAgain = () => Promise<Caller | undefined>;

type Known = { caller: Caller; freshUntil: number; reading: Promise<Caller | undefined> | undefined };

/**
 * Returns a cache of credentials that were right, keyed by a hash of name and password. Each is compared with its user's
 * row once a second and never derived again, so that known users never wait behind guesses.
 */
function createKnownCredentials(nowMs: () => number) {
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
