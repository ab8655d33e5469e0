import type { FormState } from "#lib/forms/form-state.ts";

export type RefundState = FormState<{ readonly ticket: string; readonly email: string; readonly reason: string }>;

/** The most characters of a reason: a limit of the service. */
export const REASON_MAX = 1_000;
