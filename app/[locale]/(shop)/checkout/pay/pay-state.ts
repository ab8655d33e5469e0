import type { CardField } from "#lib/checkout/card-schema.ts";
import type { FormState } from "#lib/forms/form.ts";

/**
 * What the pay action returns when the buyer stays on the page. The page contains it unencrypted, so it has no property
 * that could contain a card. `isDeclined`: the message is about the card.
 */
export type PayState = Omit<FormState<Record<CardField, string>>, "values"> & { readonly isDeclined?: boolean };

export type PayAction = (previous: PayState, form: FormData) => Promise<PayState>;
