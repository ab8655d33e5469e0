import type { Renderer } from "#src/platform/store/outbox.ts";
import type { Log } from "./domain/log.ts";
import type { Db } from "./store/db.ts";
import type { Probe } from "./store/probe.ts";
import type { TryLimit } from "./store/tries.ts";

/** The dependencies of every use case: database, clock, keys and limits. Tests pass their own. */
export type Runtime = {
  readonly db: Db;
  /** Returns ten random characters of A–Z0–9: a key of a waiting list. */
  readonly newKey: () => string;
  /** Returns a key of the same form for a sale or cart. Keys of one second begin with the same characters. */
  readonly newSaleKey: () => string;
  /** Returns a UUID: the id of a payment attempt. */
  readonly newId: () => string;
  /** Returns a keyed hash, to compare a repeated request with the first without storing it. */
  readonly fingerprint: (text: string) => string;
  /** Returns the key of a mailed link: a keyed hash, with a secret that only the service has. */
  readonly mailLinkKey: (seed: string) => string;
  readonly steadyClock: SteadyClock;
  /** Returns how late the event loop of this process is, in milliseconds. */
  readonly loopDelayMs: () => number;
  readonly log: Log;
  readonly whyNotReady: Probe["whyNotReady"];
  /** Called in this process after each change of users, tokens or the account. */
  readonly userChangeListeners: Set<() => void>;
  /** What this process knows about mail: whether a worker sends it, and the storefronts that may render it. */
  readonly mail: { readonly isSent: boolean; readonly rendererOrigins: ReadonlySet<string> };
  readonly limits: Limits;
  /** A website of production has https and a public name. */
  readonly isProduction: boolean;
};

/** The limits of the service, each with its unit. The setting HOLD_SECONDS changes the first two. */
type Limits = {
  /** How long a reservation lasts: enough to find a card and pass the bank's check. */
  readonly reservationSeconds: number;
  /** The longest life of a reservation from its creation, with all extensions. */
  readonly reservationCeilingSeconds: number;
  /** How long after the expiry a payment may still take the places again, if they are free. */
  readonly latePaySeconds: number;
  /** After this time a reservation that ended without a payment attempt is deleted, and so is an empty cart. */
  readonly abandonedKeepSeconds: number;
  /** After this time the click ids of advertisers are removed from a sale. */
  readonly clickIdKeepSeconds: number;
  /** After this time an entry of the audit log is deleted. */
  readonly auditKeepSeconds: number;
  /** How long an offer of the waiting list lasts from its mail on: the places are reserved for one entry. */
  readonly waitingListOfferSeconds: number;
  /** How long an offer waits until the mail server accepts its mail, before its places go to the next in line. */
  readonly waitingListMailSeconds: number;
  /** After an offer whose mail was not accepted in time, others in the line come first for this time. */
  readonly waitingListPostponeSeconds: number;
  /** How long places are collected for an entry that was passed over, before they are offered to others again. */
  readonly waitingListCollectSeconds: number;
  /** After this time an entry whose address was not confirmed is deleted. */
  readonly waitingListConfirmSeconds: number;
  /** After this time an entry that has ended is deleted. */
  readonly waitingListKeepSeconds: number;
  /** After this time in the queue a reservation request gets "busy". It is within the storefront's write timeout of ten seconds. */
  readonly reservationWaitMs: number;
  /**
   * While the event loop is later than this, a reservation for a new cart gets "busy", so that those who have a cart can lock and
   * pay it. A call waits for several turns of the loop.
   */
  readonly reservationLoopDelayMs: number;
  /** The most charges of this process at once. Further ones would wait for the processor until their callers give up. */
  readonly chargesAtOnce: number;
  /** The timeout of one call to the processor. */
  readonly processorMs: number;
  /** A charge unknown to the processor counts as not made only after this time: a slow request may still arrive. */
  readonly processorSilentMs: number;
  /** Allows for a mistyped card and other cards. */
  readonly paymentsPerCart: TryLimit;
  /** For one card number in any carts. One card may pay for several orders in an evening. */
  readonly paymentsPerCard: TryLimit;
  /** Codes of vouchers that were not valid. A code has 80 random bits, so no number of tries would find one. */
  readonly voucherTriesPerCart: TryLimit;
  /** Tickets of one cart that are sent again. */
  readonly resendsPerCart: TryLimit;
  /** One ticket that is sent to a guest. Allows for a mistyped address or two. */
  readonly guestTicketsPerAdmission: TryLimit;
  /** Tickets of one sale that are sent to guests, at addresses that anyone with the order's link may enter. */
  readonly guestTicketsPerSale: TryLimit;
  /**
   * Messages to one mailbox that anybody can cause without paying: about orders for which nothing was paid, to their buyers and
   * guests, about joining waiting lists, and those that find such orders. Beyond it none is written.
   */
  readonly unpaidMailsPerMailbox: TryLimit;
  /** Joining a list again within this time writes no second message. */
  readonly joinMailPauseSeconds: number;
  /** Messages with the orders of one address. */
  readonly findsPerAddress: TryLimit;
  /** Wrong codes of one user's second factor, from all networks: with a stolen password a million codes are not to be guessed. */
  readonly codeTriesPerUser: TryLimit;
  /** Links for a new password to one user: few at once, and more in a day, so that others who ask do not use them up. */
  readonly passwordLinksPerUserAnHour: TryLimit;
  readonly passwordLinksPerUserADay: TryLimit;
  /** To all users of an account, and as many for names that nobody has. */
  readonly passwordLinksPerAccount: TryLimit;
  /** Invitations of one account, and as many mails that confirm its address for replies. */
  readonly linksOfManagers: TryLimit;
  /** The shortest time of an answer to a card payment, so that timing does not distinguish approved from declined. */
  readonly minPaymentMs: number;
};

export const LIMITS: Limits = {
  reservationSeconds: 15 * 60,
  reservationCeilingSeconds: 3 * 60 * 60,
  latePaySeconds: 10 * 60,
  abandonedKeepSeconds: 30 * 24 * 60 * 60,
  clickIdKeepSeconds: 90 * 24 * 60 * 60,
  auditKeepSeconds: 180 * 24 * 60 * 60,
  waitingListOfferSeconds: 30 * 60,
  waitingListMailSeconds: 60 * 60,
  waitingListPostponeSeconds: 60 * 60,
  waitingListCollectSeconds: 24 * 60 * 60,
  waitingListConfirmSeconds: 24 * 60 * 60,
  waitingListKeepSeconds: 30 * 24 * 60 * 60,
  reservationWaitMs: 8_000,
  reservationLoopDelayMs: 1_000,
  chargesAtOnce: 500,
  processorMs: 30_000,
  processorSilentMs: 45_000,
  paymentsPerCart: { tries: 5, seconds: 60 * 60 },
  paymentsPerCard: { tries: 5, seconds: 10 * 60 },
  voucherTriesPerCart: { tries: 5, seconds: 60 * 60 },
  resendsPerCart: { tries: 5, seconds: 60 * 60 },
  guestTicketsPerAdmission: { tries: 3, seconds: 60 * 60 },
  guestTicketsPerSale: { tries: 50, seconds: 24 * 60 * 60 },
  unpaidMailsPerMailbox: { tries: 6, seconds: 24 * 60 * 60 },
  joinMailPauseSeconds: 10 * 60,
  findsPerAddress: { tries: 3, seconds: 24 * 60 * 60 },
  codeTriesPerUser: { tries: 20, seconds: 60 * 60 },
  passwordLinksPerUserAnHour: { tries: 3, seconds: 60 * 60 },
  passwordLinksPerUserADay: { tries: 10, seconds: 24 * 60 * 60 },
  passwordLinksPerAccount: { tries: 300, seconds: 60 * 60 },
  linksOfManagers: { tries: 50, seconds: 24 * 60 * 60 },
  minPaymentMs: 500,
};

/** Returns whether this storefront may render messages. The service calls no other address that a request names. */
export function mayRender({ mail }: Runtime, { address }: Renderer): boolean {
  return mail.rendererOrigins.has(new URL(address).origin);
}

/** A monotonic clock for pauses and timeouts, in milliseconds. */
export type SteadyClock = { readonly elapsedMs: () => number; readonly pause: (ms: number) => Promise<void> };
