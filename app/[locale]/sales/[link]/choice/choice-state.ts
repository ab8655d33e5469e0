import type { FormState } from "#lib/forms/form-state.ts";

export type ChoiceState = FormState<{ readonly email: string }>;
