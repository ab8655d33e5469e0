import type { FormState } from "#lib/forms/form.ts";

export type ChoiceState = FormState<{ readonly email: string }>;
