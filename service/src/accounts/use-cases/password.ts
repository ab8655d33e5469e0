import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { atMost } from "./at-most.ts";

/** 32 MiB and about a fifth of a second for each guess. Each hash contains its numbers, so they may grow later. */
const COST = { log2N: 15, r: 8, p: 3 } as const;
/** In this process. The other threads of the pool stay free for other work. */
const HASHES_AT_ONCE = 2;
const hashing = atMost(HASHES_AT_ONCE);
const KEY_BYTES = 32;
const MEMORY_MAX_BYTES = 256 * 1024 * 1024;

/** Returns a salted, memory-hard hash: `scrypt$15$8$3$salt$key`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, COST.log2N, COST.r, COST.p);
  return ["scrypt", COST.log2N, COST.r, COST.p, salt.toString("base64url"), key.toString("base64url")].join("$");
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
