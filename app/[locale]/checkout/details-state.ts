import type { FormState } from "#lib/forms/form-state.ts";

/** By the names of the inputs: the usual ones, and whatever a promoter asks. */
export type DetailsState = FormState<Record<string, string>>;
export type DetailsAction = (previous: DetailsState, form: FormData) => Promise<DetailsState>;
