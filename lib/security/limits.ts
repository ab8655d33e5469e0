import "server-only";

import { createHash } from "node:crypto";
import { RateLimiterMemory, type RateLimiterRes } from "rate-limiter-flexible";
import { processWide } from "#lib/runtime/process-wide.ts";
import { countedNetworks } from "#lib/security/network.ts";
import { count } from "#lib/telemetry/metrics.ts";

/**
 * Tries (`points`) in so many seconds (`duration`). A family shares an address. A limit whose name ends in `PerNetwork` is that of a /24
 * or a /64; the /56 and the /48 around a /64 have theirs beside it.
 */
const BUCKETS = {
  /** For one cart: a mistyped card, another card, and a few more. */
  payPerCart: { points: 5, duration: 60 * 60 },
  payPerNetwork: { points: 30, duration: 60 * 60 },
  /** A code has 80 random bits; the service also limits invalid codes per cart. */
  voucherPerNetwork: { points: 30, duration: 60 * 60 },
  reservePerVisitor: { points: 20, duration: 60 },
  reservePerNetwork: { points: 300, duration: 60 },
  /** A page with a revealed code reloads four times a minute, and a family shares an address. */
  revealPerNetwork: { points: 120, duration: 60 },
  /** Codes used with a reservation or for a cart: as many as reservations. */
  useCodePerNetwork: { points: 300, duration: 60 },
  /** Unknown ones alone. A few mistyped codes of a carrier's network, and no search for a code. */
  wrongCodesPerNetwork: { points: 60, duration: 60 * 60 },
  /** Each change of a selection to which a discount or a code may apply. */
  quotePerNetwork: { points: 600, duration: 60 },
  /** A buyer knows the email and may mistype it; more tries are guesses. */
  showTicketsPerVisit: { points: 5, duration: 15 * 60 },
  showTicketsPerCart: { points: 20, duration: 60 * 60 },
  newLinkPerOrder: { points: 5, duration: 15 * 60 },
  /** A mistyped email, and an order returned in parts. */
  returnTicketsPerOrder: { points: 10, duration: 15 * 60 },
  /** The service limits them too; this limit saves the calls. */
  sendTicketsPerOrder: { points: 6, duration: 60 * 60 },
  /** The service limits them too, by ticket and by order. */
  mailGuestPerTicket: { points: 4, duration: 60 * 60 },
  /** An address is mistyped once or twice. More tries are guesses of the current one. */
  changeEmailPerOrder: { points: 5, duration: 60 * 60 },
  sendTicketsPerNetwork: { points: 30, duration: 60 * 60 },
  /** The service limits the messages to one address too. */
  joinWaitingListPerEmail: { points: 5, duration: 60 * 60 },
  joinWaitingListPerNetwork: { points: 20, duration: 15 * 60 },
  /** Places without a proof of work, for browsers without script. Each is one more chance in a draw. Of IPv6 the key is the /48. */
  joinLineUnprovenPerNetwork: { points: 20, duration: 15 * 60 },
  findTicketsPerEmail: { points: 5, duration: 60 * 60 },
  findTicketsPerNetwork: { points: 20, duration: 15 * 60 },
  /** After a cancelled event, the service asks for hundreds of messages a minute; more are guesses of a token. */
  renderPerNetwork: { points: 3_000, duration: 60 },
  /** After a moved event every phone requests each of its passes once, and phones in a mobile network share addresses. */
  applePassPerNetwork: { points: 1_000, duration: 60 },
  showTicketsPerNetwork: { points: 30, duration: 60 * 60 },
  /** Above the limit of a name the answer stays the same, so that it reveals nothing about earlier requests. */
  mailPasswordPerName: { points: 5, duration: 60 * 60 },
  mailPasswordPerNetwork: { points: 20, duration: 15 * 60 },
  /** A password is refused a few times until it is long enough. The key of a link is no number that can be guessed. */
  useMailedLinkPerNetwork: { points: 30, duration: 15 * 60 },
  signInPerNetwork: { points: 50, duration: 15 * 60 },
  /** Pages that links and embeds open. A carrier's network has many visitors; invented ones decide nothing. */
  openedPerNetwork: { points: 300, duration: 60 },
  checkPerVisit: { points: 120, duration: 60 },
} as const;

export type Bucket = keyof typeof BUCKETS;

const limiters = processWide("limiters", () => new Map<string, RateLimiterMemory>());

/**
 * Counts one try or several, and returns whether they are within the limit. Without a key there is no limit: no trusted
 * proxy named the address.
 */
export async function withinLimit(bucket: Bucket, key: string | undefined, tries = 1): Promise<boolean> {
  return (await secondsOverLimit(bucket, key, tries)) === 0;
}

/** Counts one try in each of these buckets, and returns whether all are within their limits. */
export async function withinLimits(keys: Partial<Record<Bucket, string | undefined>>): Promise<boolean> {
  const within = Object.entries(keys).map(([bucket, key]) => withinLimit(bucket as Bucket, key));
  return !(await Promise.all(within)).includes(false);
}

/** Takes back one counted try, or several, in each of these buckets: they had no effect. */
export async function takeBackTries(keys: Partial<Record<Bucket, string | undefined>>, tries = 1): Promise<void> {
  if (tries === 0) return;
  for (const [bucket, key] of Object.entries(keys))
    for (const counter of countersOf(bucket as Bucket, key)) await counter.limiter.reward(counter.key, tries);
}

/** Counts like `withinLimit`, and returns the seconds until the next try may count, 0 when within the limit. */
export async function secondsOverLimit(bucket: Bucket, key: string | undefined, tries = 1): Promise<number> {
  const counted: ReturnType<typeof countersOf> = [];
  try {
    for (const counter of countersOf(bucket, key)) {
      counted.push(counter);
      await counter.limiter.consume(counter.key, tries);
    }
    return 0;
  } catch (thrown) {
    if (thrown instanceof Error) throw thrown;
    // No `instanceof`: Next loads the class once for pages and once for route handlers, which share the limiters.
    const { msBeforeNext } = thrown as RateLimiterRes;
    // What the limit of a network refuses takes nothing from its neighbours, nor from itself.
    for (const counter of counted) await counter.limiter.reward(counter.key, tries);
    count("foyer_storefront_limited_total", { limit: bucket });
    return Math.max(1, Math.ceil(msBeforeNext / 1000));
  }
}

/** Clients choose some keys. A digest bounds their length, and reveals no name or cart. */
function digest(key: string): string {
  return createHash("sha256").update(key).digest("base64url");
}

/** Returns what counts the tries of a key: several for a network of IPv6, none without a key. */
function countersOf(bucket: Bucket, key: string | undefined) {
  if (key === undefined) return [];
  const counted = bucket.endsWith("PerNetwork") ? countedNetworks(key) : [{ name: key, times: 1 }];
  return counted.map(({ name, times }) => ({ limiter: limiterOf(bucket, times), key: digest(name) }));
}

function limiterOf(bucket: Bucket, times: number): RateLimiterMemory {
  const name = times === 1 ? bucket : `${bucket} × ${times}`;
  const known = limiters.get(name);
  if (known) return known;
  const { points, duration } = BUCKETS[bucket];
  const made = new RateLimiterMemory({ points: points * times, duration });
  limiters.set(name, made);
  return made;
}
