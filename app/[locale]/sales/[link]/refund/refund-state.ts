import type { FormState } from "#lib/forms/form.ts";

type RefundFields = { readonly ticket: string; readonly email: string; readonly reason: string };

/** `formKey` changes after a refusal, so that the next press is a new refund: for the same key the service repeats its refusal. */
export type RefundState = FormState<RefundFields> & { readonly formKey?: string };

/** The most characters of a reason: a limit of the service. */
export const REASON_MAX = 1_000;
