import "#lib/forms/zod-without-eval.ts";
import { array, maxLength, minLength, object, enum as oneOf, string } from "zod/mini";
import type { FormState } from "#lib/forms/form.ts";

export type TokenErrorWords = Readonly<
  Record<"nameMissing" | "scopesMissing" | "daysMissing" | "currentMissing", string>
>;

/** How long a token can live. */
export const LIVES_DAYS = ["30", "90", "365"] as const;

export const NAME_MAX = 100;
/** Longer than any password. The limit bounds the work of hashing. */
const PASSWORD_MAX = 200;

/** Returns the schema of the form of a new token. */
export function tokenSchema(words: TokenErrorWords) {
  return object({
    name: string().check(minLength(1, words.nameMissing), maxLength(NAME_MAX, words.nameMissing)),
    scopes: array(string()).check(minLength(1, words.scopesMissing)),
    days: oneOf(LIVES_DAYS, words.daysMissing),
    current: string(words.currentMissing).check(
      minLength(1, words.currentMissing),
      maxLength(PASSWORD_MAX, words.currentMissing),
    ),
  });
}

type TokenFields = Readonly<Record<"name" | "scopes" | "days" | "current" | "code" | `scope.${string}`, string>>;

/** `created`: the token, which is shown once. */
export type TokenState = FormState<TokenFields> & { readonly created?: string };
