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
  /** An email is known or mistyped; it is not tried out. */
  showTicketsPerVisit: { points: 5, duration: 15 * 60 },
  showTicketsPerCart: { points: 20, duration: 60 * 60 },
  newLinkPerOrder: { points: 5, duration: 15 * 60 },
  showTicketsPerNetwork: { points: 30, duration: 60 * 60 },
  signInPerNetwork: { points: 50, duration: 15 * 60 },
  /** Once; it has ended long before it is forgotten. */
  handOffPerToken: { points: 1, duration: 10 * 60 },
  /** Once, and remembered until the challenge has long ended. */
  proofPerChallenge: { points: 1, duration: 10 * 60 },
  checkPerVisit: { points: 120, duration: 60 },
} as const;

export type Bucket = keyof typeof BUCKETS;

const limiters = processWide("limiters", () => new Map<Bucket, RateLimiterMemory>());

/**
 * Counts one try, or as many as one request makes. A key that is not known cannot be limited: no proxy of ours vouched
 * for the address.
 */
export async function withinLimit(bucket: Bucket, key: string | undefined, tries = 1): Promise<boolean> {
  return (await secondsOverLimit(bucket, key, tries)) === 0;
}

/** The same; returns the seconds until the next try may count, 0 where this one did. */
export async function secondsOverLimit(bucket: Bucket, key: string | undefined, tries = 1): Promise<number> {
  if (key === undefined) return 0;
  try {
    await limiter(bucket).consume(digest(key), tries);
    return 0;
  } catch (thrown) {
    if (thrown instanceof RateLimiterRes) return Math.max(1, Math.ceil(thrown.msBeforeNext / 1000));
    throw thrown;
  }
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
