"use server";

import { buttonAction } from "#app/[locale]/form-action.ts";
import { readForAccount } from "#app/[locale]/promoter/as-promoter.ts";
import { retryUnsentMail } from "#lib/ticketing/manage/unsent-mail.ts";

/** "Send again": queues the messages that were given up for one reason, or all of them. */
export const retryMessages = buttonAction(async ({ form, locale }) => {
  const error = String(form.get("error") ?? "");
  const retried = await readForAccount(locale, (credential, id) => retryUnsentMail(credential, id, error || undefined));
  return retried === undefined ? "/promoter/messages" : `/promoter/messages?queued=${retried}`;
});
