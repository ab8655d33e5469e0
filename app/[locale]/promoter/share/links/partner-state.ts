import type { FormState } from "#lib/forms/form.ts";

/** `created`: the address of the partner's page, which is shown once. */
export type PartnerState = FormState<Readonly<Record<"revenue", string>>> & { readonly created?: string };
