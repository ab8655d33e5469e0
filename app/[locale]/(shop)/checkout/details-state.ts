import type { FormState } from "#lib/forms/form.ts";

/** By the names of the inputs: the buyer's fields and the promoters' questions. */
export type DetailsState = FormState<Record<string, string>>;
export type DetailsAction = (previous: DetailsState, form: FormData) => Promise<DetailsState>;
