"use server";

import { answeredAction } from "#app/[locale]/answered.tsx";
import { localeOf } from "#i18n/locale-of.ts";
import { redirect } from "#i18n/navigation.ts";
import { formOf } from "#lib/forms/form-of.ts";
import { assertSameOrigin } from "#lib/security/same-origin.ts";
import { currentPromoter } from "#lib/session/promoter/promoter.ts";
import { CredentialRefused } from "#lib/ticketing/client/fault.ts";
import { retryUnsentMail } from "#lib/ticketing/sent-mail.ts";

/** "Send again": queues the messages that were given up for one reason, or all of them. */
export async function retryMessages(form: FormData): Promise<void> {
  await assertSameOrigin(form);
  const typed = formOf(form);
  const locale = localeOf(typed);
  const signedIn = await currentPromoter();
  if (signedIn === undefined) return redirect({ href: "/promoter/sign-in", locale });
  const { credential, promoter } = signedIn;
  if (promoter.account === undefined) return redirect({ href: "/promoter", locale });
  const error = String(typed.get("error") ?? "");
  const { id } = promoter.account;
  const retry = () =>
    retryUnsentMail(credential, id, error || undefined).catch((fault: unknown) => {
      if (fault instanceof CredentialRefused) return "signed_out" as const;
      throw fault;
    });
  const retried = await answeredAction(retry, () => "no_answer");
  if (retried === "no_answer") return redirect({ href: "/promoter/messages", locale });
  if (retried === "signed_out") return redirect({ href: "/promoter/sign-in?again=1", locale });
  if (retried === undefined) return redirect({ href: "/promoter/messages", locale });
  redirect({ href: `/promoter/messages?queued=${retried}`, locale });
}
