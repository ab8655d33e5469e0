import "#lib/forms/zod-without-eval.ts";
import { object, overwrite, refine, string } from "zod/mini";
import { cleanEmail } from "#lib/i18n/typed-text.ts";
import { isEmail } from "#lib/ticketing/model/buyer.ts";

/** `wrong`: of a text that is no address. Without it any text is one, where it is only compared with an address that is known. */
export type EmailErrorWords = { readonly missing: string; readonly wrong?: string };

/** An address as it was meant. */
export function emailText({ missing, wrong }: EmailErrorWords) {
  return string(missing).check(
    overwrite(cleanEmail),
    refine((text) => text !== "", { error: missing, abort: true }),
    refine((text) => wrong === undefined || isEmail(text), wrong),
  );
}

/** Returns the schema of a form with one address, the same in the browser and the action. */
export function emailSchema(words: EmailErrorWords) {
  return object({ email: emailText(words) });
}
