import { hash, randomBytes } from "node:crypto";
import type { Caller } from "#src/domain/caller.ts";
import { findUser } from "#src/store/users.ts";
import type { World } from "#src/world.ts";
import { hashPassword, isPassword } from "./password.ts";

/** A slow hash on each call would be the whole cost of a call; a minute is how long a changed password may linger. */
const VERIFIED_MS = 60_000;
const VERIFIED_MAX = 10_000;

export type Authenticate = (username: string, password: string) => Promise<Caller | undefined>;

type Verified = { readonly caller: Promise<Caller | undefined>; readonly until: number };

/**
 * Tells who a name and password belong to. What was verified is remembered under a hash whose key dies with the
 * process, so that memory holds no password; callers who arrive together wait for one derivation, not for many.
 */
export function createAuthenticate(world: World, elapsedMs: () => number = () => performance.now()): Authenticate {
  const key = randomBytes(32).toString("base64");
  const verified = new Map<string, Verified>();
  let decoy: Promise<string> | undefined;

  return async (username, password) => {
    // One hash in one step: each call of the interface pays for it.
    const credential = hash("sha256", JSON.stringify([key, username, password]), "base64");
    const known = verified.get(credential);
    if (known && known.until > elapsedMs()) return known.caller;

    const caller = check(username, password);
    remember(credential, { caller, until: elapsedMs() + VERIFIED_MS });
    // Only a right password is worth remembering: a wrong one may become right, and a fault must not last.
    const forget = () => verified.delete(credential);
    caller.then((found) => found ?? forget(), forget);
    return caller;
  };

  async function check(username: string, password: string): Promise<Caller | undefined> {
    const user = await findUser(world.db, username);
    // An unknown name takes as long as a wrong password, so that time does not tell which names exist.
    decoy ??= hashPassword(world.newId());
    const isRight = await isPassword(password, user?.passwordHash ?? (await decoy));
    return isRight ? user?.caller : undefined;
  }

  function remember(credential: string, entry: Verified): void {
    const [oldest] = verified.keys();
    if (verified.size >= VERIFIED_MAX && oldest !== undefined) verified.delete(oldest);
    verified.delete(credential);
    verified.set(credential, entry);
  }
}
