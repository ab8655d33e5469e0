import type { Money } from "#lib/domain/money/money.ts";

/** What became of one code that was typed. Each code answers for itself. */
export type CodeAnswer = {
  readonly code: string;
  readonly result: CodeResult;
  /** What an APPLIED code took off the whole Cart. */
  readonly saving?: Money;
};

export type CodeResult =
  | "APPLIED"
  | "UNLOCKED"
  | "REVEALED"
  /** Valid, but nothing in the Cart is meant by it, or another rule saves more. */
  | "NO_EFFECT"
  | "NOT_FOR_THIS_EVENT"
  | "USED_UP"
  | "NOT_YET"
  | "ENDED"
  | "UNKNOWN";
