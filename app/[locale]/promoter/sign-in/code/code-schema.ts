import "#lib/forms/zod-without-eval.ts";
import { maxLength, object, type output, pipe, regex, string, transform } from "zod/mini";
import type { FormState } from "#lib/forms/form.ts";
import { visibleText } from "#lib/i18n/typed-text.ts";

export type CodeErrorWords = { readonly codeMissing: string };

/** A code of an app, or a backup code: with any digits, and spaces where they were copied. */
const LENGTH_MAX = 40;

/** Returns the schema of the form for a code, the same in the browser and the action. */
export function codeSchema({ codeMissing }: CodeErrorWords) {
  const typed = string(codeMissing).check(maxLength(LENGTH_MAX, codeMissing));
  return object({ code: pipe(pipe(typed, transform(visibleText)), string().check(regex(/./, codeMissing))) });
}

export type CodeState = FormState<output<ReturnType<typeof codeSchema>>>;
