import { hash, randomBytes } from "node:crypto";
import type { Caller } from "#src/domain/caller.ts";
import { findUser } from "#src/store/users.ts";
import type { World } from "#src/world.ts";
import { hashPassword, isPassword } from "./password.ts";

/** A slow hash on each call would be the whole cost of a call. */
const VERIFIED_MS = 60_000;
/** What another process changed, such as a user who was disabled, is known here after a second. */
const FRESH_MS = 1_000;
const VERIFIED_MAX = 10_000;

export type Authenticate = (username: string, password: string) => Promise<Caller | undefined>;

type Known = { readonly caller: Caller; readonly passwordHash: string };
type Verified = { known: Promise<Known | undefined>; freshUntil: number; readonly until: number };

/**
 * Tells who a name and password belong to. What was verified is remembered under a hash whose key dies with the
 * process, so that memory holds no password; callers who arrive together wait for one derivation, not for many.
 * A change that this process makes to a user counts from the next call on.
 */
export function createAuthenticate(world: World, elapsedMs: () => number = () => performance.now()): Authenticate {
  const key = randomBytes(32).toString("base64");
  const verified = new Map<string, Verified>();
  let decoy: Promise<string> | undefined;
  world.userChanges.add(() => verified.clear());

  return async (username, password) => {
    // One hash in one step: each call of the interface pays for it.
    const credential = hash("sha256", JSON.stringify([key, username, password]), "base64");
    const now = elapsedMs();
    const entry = verified.get(credential);
    if (entry && entry.until > now) {
      if (entry.freshUntil <= now) {
        entry.freshUntil = now + FRESH_MS;
        entry.known = keep(credential, entry, refreshed(entry.known, username, password));
      }
      return (await entry.known)?.caller;
    }

    const made: Verified = { known: check(username, password), freshUntil: now + FRESH_MS, until: now + VERIFIED_MS };
    remember(credential, made);
    return (await keep(credential, made, made.known))?.caller;
  };

  /** Only a right password is worth remembering: a wrong one may become right, and a fault must not last. */
  function keep(credential: string, entry: Verified, known: Promise<Known | undefined>): Promise<Known | undefined> {
    const forget = () => verified.get(credential) === entry && verified.delete(credential);
    known.then((found) => found ?? forget(), forget);
    return known;
  }

  /** What the database says of the user now. The slow hash is derived again only where the stored one is another. */
  async function refreshed(known: Promise<Known | undefined>, username: string, password: string) {
    const was = await known;
    const user = await findUser(world.db, username);
    return user?.passwordHash === was?.passwordHash ? user : check(username, password);
  }

  async function check(username: string, password: string): Promise<Known | undefined> {
    const user = await findUser(world.db, username);
    // An unknown name takes as long as a wrong password, so that time does not tell which names exist.
    decoy ??= hashPassword(world.newId());
    const isRight = await isPassword(password, user?.passwordHash ?? (await decoy));
    return isRight ? user : undefined;
  }

  function remember(credential: string, entry: Verified): void {
    const [oldest] = verified.keys();
    if (verified.size >= VERIFIED_MAX && oldest !== undefined) verified.delete(oldest);
    verified.delete(credential);
    verified.set(credential, entry);
  }
}
