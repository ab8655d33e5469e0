/** What buyers were told. Nothing of it may turn out false later. */
export type Observed = {
  /** Carts whose payment was answered as made. */
  readonly paid: Set<string>;
  /** Carts whose last payment was answered as refused, after which none was tried. */
  readonly refused: Set<string>;
  /** Sales of which a refund was answered as made. */
  readonly refunded: Set<string>;
  /** Sales whose reservation was confirmed. */
  readonly reserved: Set<string>;
  /** Answers that a correct service never gives. */
  readonly faults: string[];
  /** How often each kind of answer came, for the report. */
  readonly counts: Map<string, number>;
};

export function nothingObserved(): Observed {
  return {
    paid: new Set(),
    refused: new Set(),
    refunded: new Set(),
    reserved: new Set(),
    faults: [],
    counts: new Map(),
  };
}

export function count({ counts }: Observed, what: string): void {
  counts.set(what, (counts.get(what) ?? 0) + 1);
}
