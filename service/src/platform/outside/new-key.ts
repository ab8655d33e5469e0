import { randomFillSync } from "node:crypto";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
const LENGTH = 10;
/** Bytes from this value on are discarded: they would make some characters more likely than others. */
const FAIR_BYTES = 256 - (256 % ALPHABET.length);

const pool = new Uint8Array(4_096);
let used = pool.length;

/** Returns a random key of a sale or a cart. It is as short as the wire requires, so it never authenticates by itself. */
export function newKey(): string {
  let key = "";
  while (key.length < LENGTH) {
    if (used === pool.length) {
      randomFillSync(pool);
      used = 0;
    }
    const byte = pool[used] ?? FAIR_BYTES;
    pool[used] = 0;
    used += 1;
    if (byte < FAIR_BYTES) key += ALPHABET[byte % ALPHABET.length];
  }
  return key;
}
