import type { PricingLine } from "./rule.ts";
import type { CountedOffer, FreeOffer } from "./ticket-offers.ts";

/** The input of a search for the best savings. */
export type Search = {
  readonly lines: readonly PricingLine[];
  /** The best saving of each line by rules that count no tickets. */
  readonly free: readonly (FreeOffer | undefined)[];
  /** The weight of a minor unit saved on each line: a whole number, and 1 unless an order discount follows. */
  readonly weights: readonly number[];
};

/** The number of tickets that a counted rule takes from each line, by the lines' index. */
export type Taken = { readonly offer: CountedOffer; readonly quantities: readonly number[] };

/** A counted rule solved without competitors, and its weighted gain over the rules that count no tickets. */
export type Solo = Taken & { readonly gain: number; readonly lineIndexes: readonly number[] };
