import "#lib/forms/zod-without-eval.ts";
import { array, minLength, object, enum as oneOf, optional, string } from "zod/mini";
import type { FormState } from "#lib/forms/form.ts";
import { codeText, lineText, passwordText } from "#lib/forms/text-schema.ts";
import { CAPABILITIES } from "#lib/promoter/rights.ts";

type Words<Key extends string> = Readonly<Record<Key, string>>;

/** The service says which passwords are fit. */
export function passwordSchema({ currentMissing, passwordMissing }: Words<"currentMissing" | "passwordMissing">) {
  return object({ current: passwordText(currentMissing), password: passwordText(passwordMissing) });
}

/** The first step of turning two-step sign-in on. */
export function beginSchema({ currentMissing }: Words<"currentMissing">) {
  return object({ current: passwordText(currentMissing) });
}

export function turnOnSchema({ codeMissing, isSavedMissing }: Words<"codeMissing" | "isSavedMissing">) {
  return object({ code: codeText(codeMissing), isSaved: string(isSavedMissing).check(minLength(1, isSavedMissing)) });
}

export function turnOffSchema({ codeMissing }: Words<"codeMissing">) {
  return object({ code: codeText(codeMissing) });
}

/** How long a token can live. */
export const LIVES_DAYS = ["30", "90", "365"] as const;

const TOKEN_NAME_MAX = 100;

type TokenErrorWords = Words<"nameMissing" | "scopesMissing" | "daysMissing" | "currentMissing">;

export function tokenSchema(words: TokenErrorWords) {
  return object({
    name: lineText(words.nameMissing, TOKEN_NAME_MAX),
    scopes: array(oneOf(CAPABILITIES, words.scopesMissing)).check(minLength(1, words.scopesMissing)),
    days: oneOf(LIVES_DAYS, words.daysMissing),
    current: passwordText(words.currentMissing),
    code: optional(codeText()),
  });
}

type StateOf<Key extends string> = FormState<Words<Key>>;
export type PasswordState = StateOf<"current" | "password">;
export type TurnOffState = StateOf<"code">;

/**
 * What the form that turns it on shows, and sends back while the code is wrong: the service shows the key and the backup codes once.
 * Backup codes are separated by spaces. The password of the first step, `current`, is never returned.
 */
export type FactorState = StateOf<"current" | "secret" | "uri" | "backupCodes" | "code" | "isSaved">;

/** `scopes` are separated by spaces. `created`: the token, which is shown once. */
export type TokenState = StateOf<"name" | "scopes" | "days" | "current" | "code"> & { readonly created?: string };
