import type { FormState } from "#lib/forms/form.ts";

type RefundFields = { readonly ticket: string; readonly email: string; readonly reason: string };

/** What the chosen tickets give back, in words. */
export type QuoteInWords = {
  readonly ids: readonly number[];
  /** Absent: nothing goes back before the organiser has decided. */
  readonly amount?: string;
  readonly lines: readonly string[];
  /** Names tickets and amount. A refund is made only when the form says that its buyer has seen this. */
  readonly seen: string;
};

export type RefundState = FormState<RefundFields> & {
  /** What the chosen tickets give back, which the buyer had not seen. */
  readonly quote?: QuoteInWords;
  /** Changes after a refusal, so that the next press is a new refund: for the same key the service repeats its refusal. */
  readonly formKey?: string;
  /** The ids of the chosen tickets. */
  readonly chosen?: readonly number[];
};

/** The most characters of a reason: a limit of the service. */
export const REASON_MAX = 1_000;
