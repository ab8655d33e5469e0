/** The result of a measurement. A size or a score over its limit fails the run; ratios of times are informative. */
export type Row = {
  readonly what: string;
  readonly measured: string;
  readonly aim: string;
  readonly note: string;
  readonly isOver?: boolean;
};

/** Returns the median. Throws a RangeError for an empty list. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.floor((sorted.length - 1) / 2)];
  if (upper === undefined || lower === undefined) throw new RangeError("An empty list has no median.");
  return (lower + upper) / 2;
}

/** Returns the value that 95 in a hundred do not exceed; NaN for an empty list. */
export function p95(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length * 0.95)] ?? Number.NaN;
}
