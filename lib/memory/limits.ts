import "server-only";

import { createHash } from "node:crypto";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { processWide } from "#lib/process-wide.ts";

/** How often, in how many seconds. A family shares an address; a robot does not share its patience. */
const BUCKETS = {
  /** Of one cart: a card mistyped, another card, and one more. */
  payPerCart: { points: 5, duration: 60 * 60 },
  payPerNetwork: { points: 30, duration: 60 * 60 },
  reservePerVisitor: { points: 20, duration: 60 },
  reservePerNetwork: { points: 300, duration: 60 },
  /** A page that shows what a code revealed asks four times a minute, and a family shares an address. */
  revealPerNetwork: { points: 120, duration: 60 },
  /** A code that comes with tickets to be held, or into a cart: as many as there may be reservations. */
  useCodePerNetwork: { points: 300, duration: 60 },
  /** Every change of a choice that a discount or a code may make cheaper. */
  quotePerNetwork: { points: 600, duration: 60 },
  signInPerName: { points: 10, duration: 15 * 60 },
  signInPerNetwork: { points: 50, duration: 15 * 60 },
  /** Once; it has ended long before it is forgotten. */
  handOffPerToken: { points: 1, duration: 10 * 60 },
  checkPerVisit: { points: 120, duration: 60 },
} as const;

export type Bucket = keyof typeof BUCKETS;

const limiters = processWide("limiters", () => new Map<Bucket, RateLimiterMemory>());

/**
 * Counts one try, or as many as one request makes. A key that is not known cannot be limited: no proxy of ours vouched
 * for the address.
 */
export async function withinLimit(bucket: Bucket, key: string | undefined, tries = 1): Promise<boolean> {
  if (key === undefined) return true;
  try {
    await limiter(bucket).consume(digest(key), tries);
    return true;
  } catch (thrown) {
    if (thrown instanceof RateLimiterRes) return false;
    throw thrown;
  }
}

/** What was tried so far is forgotten: whoever got in was not guessing, and nobody is kept out by having come in often. */
export async function forgetTries(bucket: Bucket, key: string): Promise<void> {
  await limiter(bucket).delete(digest(key));
}

/** Anybody may make a key up, of any length: what is remembered is short, and gives no name and no cart away. */
function digest(key: string): string {
  return createHash("sha256").update(key).digest("base64url");
}

function limiter(bucket: Bucket): RateLimiterMemory {
  const known = limiters.get(bucket);
  if (known) return known;
  const made = new RateLimiterMemory(BUCKETS[bucket]);
  limiters.set(bucket, made);
  return made;
}
