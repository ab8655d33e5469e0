import type { FormState } from "#lib/forms/form.ts";

/** By the names of the inputs. */
export type GuestState = FormState<Record<string, string>> & { readonly saved?: true };

/** `sent` names the address that the ticket was sent to. */
export type MailGuestState = FormState<{ readonly email: string }> & { readonly sent?: string };
