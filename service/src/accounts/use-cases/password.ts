import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { isAnySecret } from "#src/accounts/domain/user-secret.ts";
import { isCommonPassword } from "./common-passwords.ts";

type Cost = { readonly log2N: number; readonly r: number; readonly p: number };

/** 32 MiB and about a fifth of a second for each guess. Each hash contains its parameters, so they may be raised later. */
const COST: Cost = { log2N: 15, r: 8, p: 3 };
/** In this process. The other threads of the pool stay free for other work. */
const HASHES_AT_ONCE = 2;
const hashing = atMost(HASHES_AT_ONCE);
const SALT_BYTES = 16;
const KEY_BYTES = 32;
const MEMORY_MAX_BYTES = 256 * 1024 * 1024;

/** Returns a salted, memory-hard hash: `scrypt$15$8$3$salt$key`. Tests that hash many passwords choose a lower cost. */
export async function hashPassword(password: string, cost = COST): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  return written(cost, salt, await derive(password, salt, cost.log2N, cost.r, cost.p));
}

/** Returns a hash that no password has. Comparing a password with it takes as long as with a real hash. */
export function hashOfNoPassword(): string {
  return written(COST, randomBytes(SALT_BYTES), randomBytes(KEY_BYTES));
}

function written({ log2N, r, p }: Cost, salt: Buffer, key: Buffer): string {
  return ["scrypt", log2N, r, p, salt.toString("base64url"), key.toString("base64url")].join("$");
}

export async function isPassword(password: string, hash: string): Promise<boolean> {
  const [scheme, log2N, r, p, salt = "", key = ""] = hash.split("$");
  if (scheme !== "scrypt") return false;
  const expected = Buffer.from(key, "base64url");
  const derived = await derive(password, Buffer.from(salt, "base64url"), Number(log2N), Number(r), Number(p));
  return timingSafeEqual(derived, expected);
}

function derive(password: string, salt: Buffer, log2N: number, r: number, p: number): Promise<Buffer> {
  const options = { N: 2 ** log2N, r, p, maxmem: MEMORY_MAX_BYTES };
  return hashing(() => {
    const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
    scrypt(password.normalize("NFC"), salt, KEY_BYTES, options, (error, key) => (error ? reject(error) : resolve(key)));
    return promise;
  });
}

/** Too long to guess over the network. There is no rule about the characters it uses. */
const CHARACTERS_MIN = 12;
const DIFFERENT_MIN = 5;

/**
 * Returns whether this user may have this password. It must not contain the user name, repeat a few characters, or be common;
 * `names` are those of the user and the account.
 */
export function isFitPassword(
  password: string,
  { username, names }: { readonly username: string; readonly names: readonly string[] },
): boolean {
  const characters = [...password.normalize("NFC")];
  const folded = password.normalize("NFC").toLowerCase();
  const [local = ""] = username.normalize("NFC").toLowerCase().split("@");
  return (
    characters.length >= CHARACTERS_MIN &&
    new Set(characters).size >= DIFFERENT_MIN &&
    !isAnySecret(password) &&
    !isCommonPassword(password, [username, local, ...names]) &&
    !(local.length > 2 && folded.includes(local))
  );
}

/**
 * Returns a function that runs at most `count` pieces of work at once. Of the others the newest is next: under a flood of
 * guesses the first in a queue would be of clients who have given up, and everybody would wait for the whole queue.
 */
function atMost(count: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = [];
  let running = 0;

  return async (work) => {
    if (running >= count) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      // The slot passes on at once, so that work which arrives later cannot take it as well.
      const next = waiting.pop();
      if (next) next();
      else running -= 1;
    }
  };
}
