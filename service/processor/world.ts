import type { Fingerprints } from "./store/fingerprints.ts";
import type { Ledger } from "./store/ledger.ts";

/** Everything the processor may not make up for itself. Tests hand in another one. */
export type World = {
  readonly ledger: Ledger;
  readonly fingerprints: Fingerprints;
  readonly now: () => Date;
  readonly newId: () => string;
  /** Test cards take their time; a test hands in a wait that it ends itself. */
  readonly wait: (milliseconds: number) => Promise<void>;
  /** Attempts whose first answer is still being prepared. */
  readonly inFlight: Set<string>;
  /** How often something that fails a set number of times was asked for. A restart begins to count again. */
  readonly failures: Map<string, number>;
};
