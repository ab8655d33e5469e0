import type { Buyer } from "#lib/domain/buyer.ts";
import type { FormState } from "#lib/forms/form-state.ts";

export type DetailsState = FormState<Omit<Buyer, "optIn">>;
export type DetailsAction = (previous: DetailsState, form: FormData) => Promise<DetailsState>;
