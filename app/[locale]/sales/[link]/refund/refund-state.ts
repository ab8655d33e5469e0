import type { FormState } from "#lib/forms/form.ts";

type RefundFields = { readonly ticket: string; readonly email: string; readonly reason: string };

export type RefundState = FormState<RefundFields> & {
  /** Changes after a refusal, so that the next press is a new refund: for the same key the service repeats its refusal. */
  readonly formKey?: string;
  /** The ids of the chosen tickets. */
  readonly chosen?: readonly number[];
};

/** The most characters of a reason: a limit of the service. */
export const REASON_MAX = 1_000;
