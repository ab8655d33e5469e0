import { createHmac, randomFillSync } from "node:crypto";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
const LENGTH = 10;
/** Bytes from this value on are discarded: they would make some characters more likely than others. */
const FAIR_BYTES = 256 - (256 % ALPHABET.length);

/** The number of first characters that the keys of one period share, and the period. */
const SHARED_LENGTH = 2;
const SHARED_MS = 1_000;

const pool = new Uint8Array(4_096);
let used = pool.length;

/** Returns a random key. It is as short as the v2 interface requires, so it never authenticates by itself. */
export function newKey(): string {
  return randomCharacters(LENGTH);
}

/**
 * Returns a function that generates keys of sales and carts. The keys of one second begin with the same two random
 * characters, so that they are neighbours in the indexes of these tables: a batch then writes to few pages.
 */
export function saleKeys(elapsedMs: () => number = () => performance.now()): () => string {
  let shared = "";
  let until = Number.NEGATIVE_INFINITY;
  return () => {
    const now = elapsedMs();
    if (now >= until) {
      shared = randomCharacters(SHARED_LENGTH);
      until = now + SHARED_MS;
    }
    return shared + randomCharacters(LENGTH - SHARED_LENGTH);
  };
}

function randomCharacters(length: number): string {
  let text = "";
  while (text.length < length) {
    if (used === pool.length) {
      randomFillSync(pool);
      used = 0;
    }
    const byte = pool[used] ?? FAIR_BYTES;
    pool[used] = 0;
    used += 1;
    if (byte < FAIR_BYTES) text += ALPHABET[byte % ALPHABET.length];
  }
  return text;
}

/** Returns a keyed hash function. With a plain hash, a card number could be found by trying all of them. */
export function fingerprinter(secret: string): (text: string) => string {
  return (text) => createHmac("sha256", `fingerprint:${secret}`).update(text).digest("base64url");
}

/** Returns a function that makes the key of a mailed link, of 256 bits, from what the database has of it. */
export function mailLinkKeys(secret: string): (seed: string) => string {
  return (seed) => createHmac("sha256", `mail link:${secret}`).update(seed).digest("base64url");
}
