import type { Fingerprints, Ledger } from "./store/ledger.ts";

/** The dependencies of the processor. Tests pass their own. */
export type Runtime = {
  readonly ledger: Ledger;
  readonly fingerprints: Fingerprints;
  readonly now: () => Date;
  readonly newId: () => string;
  /** Waits for the delay of a test card. Tests pass a wait that they end themselves. */
  readonly wait: (milliseconds: number) => Promise<void>;
  /** Attempts whose first answer is still being prepared. */
  readonly inFlight: Set<string>;
  /** The number of tries of things that fail a set number of times. A restart resets it. */
  readonly failures: Map<string, number>;
};
