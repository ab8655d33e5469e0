import type { PricingLine } from "./rule.ts";
import type { CountedOffer, FreeOffer } from "./ticket-offers.ts";

/** What a search for the best savings looks at. */
export type Search = {
  readonly lines: readonly PricingLine[];
  /** The best saving of each line that needs no counting. */
  readonly free: readonly (FreeOffer | undefined)[];
  /** What a minor unit saved on each line is worth: a whole number, 1 everywhere unless an order discount follows. */
  readonly weights: readonly number[];
};

/** How many tickets of each line a counted rule takes, by the lines' index. */
export type Taken = { readonly offer: CountedOffer; readonly quantities: readonly number[] };

/** A counted rule as it does best by itself, and how much more that saves, weighted, than the rules that need no counting. */
export type Solo = Taken & { readonly gain: number; readonly lineIndexes: readonly number[] };
