import type { FormState } from "#lib/forms/form.ts";

export type JoinFields = { readonly email: string; readonly quantity: string; readonly date: string };

/** `sentTo` is the address that the message went to. */
export type JoinState = FormState<JoinFields> & { readonly sentTo?: string };
