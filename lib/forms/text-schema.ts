import "#lib/forms/zod-without-eval.ts";
import { maxLength, minLength, overwrite, refine, string } from "zod/mini";
import { visibleText, withPlainDigits } from "#lib/i18n/typed-text.ts";

/** Longer than any name or password. The limit bounds the work of hashing. */
const LENGTH_MAX = 256;
/** A code of an app, or a backup code: with any digits, and spaces where they were copied. */
const CODE_MAX = 40;

/** A line without spaces around it. */
export function lineText(missing: string, max = LENGTH_MAX, tooLong = missing) {
  return string(missing).check(
    overwrite(visibleText),
    minLength(1, { error: missing, abort: true }),
    maxLength(max, tooLong),
  );
}

/** A password as typed. */
export function passwordText(missing: string) {
  return string(missing).check(minLength(1, { error: missing, abort: true }), maxLength(LENGTH_MAX, missing));
}

/** A code of two-step sign-in in plain digits. Without `missing` it may be empty. */
export function codeText(missing?: string) {
  return string(missing).check(
    overwrite((code) => withPlainDigits(visibleText(code))),
    refine((code) => missing === undefined || code !== "", missing),
    maxLength(CODE_MAX, missing),
  );
}
