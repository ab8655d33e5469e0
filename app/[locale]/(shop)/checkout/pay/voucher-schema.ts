import "#lib/forms/zod-without-eval.ts";
import { minLength, object, overwrite, string } from "zod/mini";
import { visibleText, withPlainDigits } from "#lib/i18n/typed-text.ts";

/** In characters: a code of 16 letters and digits, with room for separators. */
export const VOUCHER_CODE_MAX = 40;

/** Returns the schema of the field for a voucher's code, the same in the browser and the action. */
export function voucherSchema(missing: string) {
  const code = overwrite((typed: string) => withPlainDigits(visibleText(typed)).slice(0, VOUCHER_CODE_MAX));
  return object({ voucher: string(missing).check(code, minLength(1, missing)) });
}
