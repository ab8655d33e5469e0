import type { Processor } from "#src/payments/domain/processor.ts";
import type { World } from "#src/platform/world.ts";

/** The world of whoever takes money: with the processor, and with what tries at paying are counted by. */
export type PaymentWorld = World & {
  readonly processor: Processor;
  /** A keyed hash with a key of its own, for whatever a card's digits go into. */
  readonly cardFingerprint: (text: string) => string;
  /** Numbers, without spaces, that no limit of tries counts. Empty in production. */
  readonly testCards: ReadonlySet<string>;
};
