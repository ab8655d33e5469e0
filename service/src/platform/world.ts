import type { TryLimit } from "./domain/try-limit.ts";
import type { SteadyClock } from "./outside/steady-clock.ts";
import type { Db } from "./store/db.ts";

/** Everything a use case may not make up for itself. Tests hand in another one. */
export type World = {
  readonly db: Db;
  /** Ten of A–Z0–9, from a strong source: keys of sales and carts. */
  readonly newKey: () => string;
  /** A UUID: the id of a payment attempt. */
  readonly newId: () => string;
  /** A keyed hash: says whether a repeated request is the same, and nothing about what it held. */
  readonly fingerprint: (text: string) => string;
  readonly steadyClock: SteadyClock;
  /** Who wants to be told at once, in this process, that users were changed. */
  readonly userChanges: Set<() => void>;
  readonly limits: Limits;
};

/** Every limit of the service, with its unit. Settings may change them; nothing else may. */
export type Limits = {
  /** Long enough to find a card and pass the bank's check; short enough that the queue behind forgives it. */
  readonly holdSeconds: number;
  /** No hold lives longer than this after its creation, however often it is extended. */
  readonly holdCeilingSeconds: number;
  /** A payment this late may still take its places again, if they are free. */
  readonly latePaySeconds: number;
  /** Who has waited longer for a reservation is told that the service is busy. Inside the storefront's ten seconds for a write. */
  readonly reservationWaitMs: number;
  /** How long one call to the processor may take. */
  readonly processorMs: number;
  /** Only after this long does "never heard of it" from the processor count: a slow charge may still be on its way. */
  readonly processorSilentMs: number;
  /** A card mistyped, another card, and one more. */
  readonly paymentsPerCart: TryLimit;
  /** Of one number, in whatever carts: a family's card may pay for several orders of an evening, and wait for the next. */
  readonly paymentsPerCard: TryLimit;
  /** No answer to a card leaves earlier, so that approved and declined look alike to a clock. */
  readonly leastPaymentMs: number;
};

export const LIMITS: Limits = {
  holdSeconds: 15 * 60,
  holdCeilingSeconds: 3 * 60 * 60,
  latePaySeconds: 10 * 60,
  reservationWaitMs: 8_000,
  processorMs: 30_000,
  processorSilentMs: 45_000,
  paymentsPerCart: { tries: 5, seconds: 60 * 60 },
  paymentsPerCard: { tries: 5, seconds: 10 * 60 },
  leastPaymentMs: 500,
};
