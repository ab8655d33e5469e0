import { hash, randomBytes } from "node:crypto";
import { isSecret } from "#src/accounts/domain/user-secret.ts";
import { findUserByToken } from "#src/accounts/store/access-tokens.ts";
import { findUserByChallenge } from "#src/accounts/store/sign-in-proofs.ts";
import { findUser } from "#src/accounts/store/users.ts";
import type { Authenticate, Authentication, Caller } from "#src/platform/domain/caller.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { type CheckTools, createGuardedChecks } from "./guarded-checks.ts";
import { hashOfNoPassword, isPassword } from "./password.ts";
import { CHALLENGE_TRIES_MAX } from "./second-factor/challenges.ts";
import { hashSecret } from "./user-secrets.ts";

/** The clock and the slow hash; tests replace them. */
type AuthenticateTools = CheckTools & {
  readonly isPassword: (password: string, passwordHash: string) => Promise<boolean>;
};

const UNKNOWN = { ok: false, refusal: "unknown" } as const;

/**
 * Returns a function that finds the user of a name and password. A credential that was right is cached under a keyed hash
 * (the key lives in memory only, and no password is kept) and is never delayed. All others are checked as `checkSecret` does.
 * Concurrent calls with the same credential from one network share one check. Where the second factor is on, a right password
 * and a challenge are a first factor.
 */
export function createAuthenticate(
  runtime: Runtime,
  tools: Partial<AuthenticateTools> = {},
  checkSecret = createGuardedChecks(tools),
): Authenticate {
  const { nowMs, isPassword: isRightPassword } = { nowMs: () => performance.now(), isPassword, ...tools };
  const key = randomBytes(32).toString("base64");
  const digestOf = (...parts: readonly string[]) => hash("sha256", JSON.stringify([key, ...parts]), "base64");
  const known = createKnownCredentials(nowMs);
  const shared = new Map<string, Promise<Authentication>>();
  const decoy = hashOfNoPassword();
  runtime.userChangeListeners.add(known.invalidateAll);

  return async (username, password, network) => {
    const credential = digestOf(username, password);
    const caller = await known.find(credential);
    if (caller) return { ok: true, caller };
    if (isSecret("token", password)) return checkToken(credential, username, password);
    if (isSecret("challenge", password)) return checkChallenge(username, password);

    const sharing = digestOf(credential, network);
    const underWay = shared.get(sharing);
    if (underWay) return underWay;
    const check = checkSecret(username, network, () => checkPassword(credential, username, password));
    shared.set(sharing, check);
    try {
      return await check;
    } finally {
      shared.delete(sharing);
    }
  };

  /** Checks a token at once. A token cannot be guessed, so it is not queued and its failures are not counted. */
  async function checkToken(credential: string, username: string, token: string): Promise<Authentication> {
    const tokenHash = hashSecret(token);
    const read = () => findUserByToken(runtime.db, username, tokenHash);
    const caller = await read();
    if (!caller) return UNKNOWN;
    known.remember(credential, caller, read);
    return { ok: true, caller };
  }

  /** A challenge cannot be guessed either, and the codes that are tried with it are counted. */
  async function checkChallenge(username: string, challenge: string): Promise<Authentication> {
    const caller = await findUserByChallenge(runtime.db, username, hashSecret(challenge), CHALLENGE_TRIES_MAX);
    return caller === undefined ? UNKNOWN : { ok: true, caller };
  }

  async function checkPassword(credential: string, username: string, password: string) {
    const user = await findUser(runtime.db, username);
    // An unknown name takes as long as a wrong password, so that timing does not reveal which names exist.
    const isRight = await isRightPassword(password, user?.passwordHash ?? decoy);
    if (user === undefined || !isRight) return UNKNOWN;
    const caller = withPassword(user.caller);
    known.remember(credential, caller, async () => {
      const now = await findUser(runtime.db, username);
      return now?.passwordHash === user.passwordHash ? withPassword(now.caller) : undefined;
    });
    return { ok: true as const, caller, isFirstFactor: caller.hasSecondFactor === true };
  }
}

function withPassword(caller: Caller): Caller {
  return caller.hasSecondFactor ? { ...caller, firstFactor: "password" } : caller;
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
