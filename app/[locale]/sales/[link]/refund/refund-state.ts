import type { FormState } from "#lib/forms/form-state.ts";

type RefundFields = { readonly ticket: string; readonly email: string; readonly reason: string };

/** `attempt` changes after each refusal, so that the next press is a new refund. The form sends it back. */
export type RefundState = FormState<RefundFields> & { readonly attempt?: string | undefined };

/** The most characters of a reason: a limit of the service. */
export const REASON_MAX = 1_000;
