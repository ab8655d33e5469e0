import type { Money } from "#lib/ticketing/model/money.ts";

/** The result of one typed code. */
export type CodeAnswer = {
  readonly code: string;
  readonly result: CodeResult;
  /** The saving of an APPLIED code over the whole Cart. */
  readonly saving?: Money;
};

export type CodeResult =
  | "APPLIED"
  | "UNLOCKED"
  | "REVEALED"
  /** Valid, but it applies to no ticket in the Cart, or another rule saves more. */
  | "NO_EFFECT"
  | "NOT_FOR_THIS_EVENT"
  | "USED_UP"
  | "NOT_YET"
  | "ENDED"
  | "UNKNOWN";
