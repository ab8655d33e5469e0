import type { Processor } from "#src/payments/domain/processor.ts";
import type { Runtime } from "#src/platform/runtime.ts";

/** The runtime of the use cases that charge: it has the processor, and the hash by which the attempts of a card are counted. */
export type PaymentRuntime = Runtime & {
  readonly processor: Processor;
  /** Returns a voucher's code: sixteen characters, 80 random bits. */
  readonly newVoucherCode: () => string;
  /** Returns a random reference of a payment: six characters that are easy to read out. */
  readonly newReference: () => string;
  /** A keyed hash with a key of its own, used for card numbers only. */
  readonly cardFingerprint: (text: string) => string;
  /** Card numbers without spaces that are exempt from the limits on payment tries. Empty in production. */
  readonly testCards: ReadonlySet<string>;
};
