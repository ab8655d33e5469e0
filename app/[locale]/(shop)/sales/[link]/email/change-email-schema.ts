import "#lib/forms/zod-without-eval.ts";
import { _default, object, string } from "zod/mini";
import { type EmailErrorWords, emailText } from "#lib/forms/email-schema.ts";

type ChangeEmailErrorWords = EmailErrorWords & { readonly missingCurrent: string };

/** Returns the schema of a buyer's new address, the same in the browser and the action. The current one is only compared. */
export function changeEmailSchema(words: ChangeEmailErrorWords, asksCurrent: boolean) {
  return object({
    currentEmail: asksCurrent ? emailText({ missing: words.missingCurrent }) : _default(string(), ""),
    email: emailText(words),
  });
}
