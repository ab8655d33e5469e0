import type { FormField } from "#lib/ticketing/manage/form-fields.ts";
import { SIGN_IN_CHANGES } from "#lib/ticketing/manage/people.ts";

const optionsOf = (values: readonly string[]) => values.map((value) => ({ value, label: value }));

/** What the button of the page that asks changes about how a person signs in. */
export const SIGN_IN_CHANGE = [
  { kind: "choice", name: "change", label: "signingIn", required: true, options: optionsOf(SIGN_IN_CHANGES) },
] as const satisfies readonly FormField[];

/** What the buttons of an invitation do. */
export const INVITATION_CHANGE = [
  { kind: "choice", name: "change", label: "invitation", required: true, options: optionsOf(["again", "end"]) },
] as const satisfies readonly FormField[];
