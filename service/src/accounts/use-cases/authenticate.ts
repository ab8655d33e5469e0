import { hash, randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { isAccessToken } from "#src/accounts/domain/access-token.ts";
import { findUserByToken } from "#src/accounts/store/tokens.ts";
import { findUser } from "#src/accounts/store/users.ts";
import type { Authenticate, Authentication } from "#src/platform/domain/authenticate.ts";
import type { World } from "#src/platform/world.ts";
import { hashToken } from "./access-tokens.ts";
import { createFailureDelays } from "./failure-delays.ts";
import { createKnownCredentials } from "./known-credentials.ts";
import { hashOfNoPassword, isPassword } from "./password.ts";

/** For one name: the one that is being checked and those queued behind it. Further ones are refused. */
const CHECKS_PER_NAME_MAX = 4;
/** For all names: as many as two hashes at a time complete within the storefront's timeout of a call. */
const CHECKS_MAX = 40;

/** Time and the slow hash, which tests replace. */
export type AuthenticateTools = {
  readonly nowMs: () => number;
  readonly sleep: (ms: number) => Promise<unknown>;
  readonly isPassword: (password: string, passwordHash: string) => Promise<boolean>;
};

const TOOLS: AuthenticateTools = { nowMs: () => performance.now(), sleep, isPassword };
const UNKNOWN = { ok: false, refusal: "unknown" } as const;

/**
 * Returns a function that finds the user of a name and password. A credential that was right is cached under a keyed hash
 * (the key lives in memory only, and no password is kept) and is never delayed. All others are checked one after the
 * other for each name, with a delay that grows with each failure. Concurrent calls with the same credential share one check.
 */
export function createAuthenticate(world: World, tools: Partial<AuthenticateTools> = {}): Authenticate {
  const { nowMs, sleep, isPassword } = { ...TOOLS, ...tools };
  const key = randomBytes(32).toString("base64");
  const digestOf = (...parts: readonly string[]) => hash("sha256", JSON.stringify([key, ...parts]), "base64");
  const known = createKnownCredentials(nowMs);
  const delays = createFailureDelays();
  const checks = new Map<string, Promise<Authentication>>();
  const queues = new Map<string, { length: number; last: Promise<unknown> }>();
  const decoy = hashOfNoPassword();
  world.userChangeListeners.add(known.invalidateAll);

  return async (username, password) => {
    const credential = digestOf(username, password);
    const caller = await known.find(credential);
    if (caller) return { ok: true, caller };
    if (isAccessToken(password)) return checkToken(credential, username, password);

    const underWay = checks.get(credential);
    if (underWay) return underWay;
    const name = digestOf(username.toLowerCase());
    const queue = queues.get(name) ?? { length: 0, last: Promise.resolve() };
    if (queue.length >= CHECKS_PER_NAME_MAX || checks.size >= CHECKS_MAX) {
      const seconds = Math.ceil(delays.waitMs(name, nowMs()) / 1_000);
      return { ok: false, refusal: "too_many_failures", retryAfterSeconds: Math.max(1, seconds) };
    }

    const check = queue.last.then(() => checkInTurn(name, credential, username, password));
    queues.set(name, { length: queue.length + 1, last: check.catch(() => undefined) });
    checks.set(credential, check);
    try {
      return await check;
    } finally {
      checks.delete(credential);
      dequeue(name);
    }
  };

  /** Checks a token at once. A token cannot be guessed, so it is not queued and its failures are not counted. */
  async function checkToken(credential: string, username: string, token: string): Promise<Authentication> {
    const tokenHash = hashToken(token);
    const read = () => findUserByToken(world.db, username, tokenHash);
    const caller = await read();
    if (!caller) return UNKNOWN;
    known.remember(credential, caller, read);
    return { ok: true, caller };
  }

  function dequeue(name: string): void {
    const queue = queues.get(name);
    if (queue && queue.length > 1) queues.set(name, { ...queue, length: queue.length - 1 });
    else queues.delete(name);
  }

  async function checkInTurn(
    name: string,
    credential: string,
    username: string,
    password: string,
  ): Promise<Authentication> {
    const waitMs = delays.waitMs(name, nowMs());
    if (waitMs > 0) await sleep(waitMs);
    const user = await findUser(world.db, username);
    // An unknown name takes as long as a wrong password, so that timing does not reveal which names exist.
    const isRight = await isPassword(password, user?.passwordHash ?? decoy);
    if (!user || !isRight) {
      delays.noteFailure(name, nowMs());
      return UNKNOWN;
    }
    delays.noteSuccess(name);
    known.remember(credential, user.caller, async () => {
      const now = await findUser(world.db, username);
      return now?.passwordHash === user.passwordHash ? now.caller : undefined;
    });
    return { ok: true, caller: user.caller };
  }
}
