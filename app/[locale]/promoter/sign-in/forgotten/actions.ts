"use server";

import { RedirectType } from "next/navigation";
import { getMessages } from "next-intl/server";
import { formAction } from "#app/[locale]/form-action.ts";
import { type ForgottenState, forgottenSchema } from "#app/[locale]/promoter/sign-in/sign-in-schema.ts";
import { firstErrors } from "#lib/forms/form.ts";
import { redirect } from "#lib/i18n/navigation.ts";
import { requestPasswordLink } from "#lib/promoter/forgotten-password.ts";
import { visitorNetwork } from "#lib/security/visitor-network.ts";

/** Mails a link for a new password. The next page is the same whether or not there is such a user. */
export const requestNewPassword = formAction<ForgottenState, "user">(["user"], async ({ texts, locale }) => {
  const { SignInLinks } = await getMessages({ locale });
  const typed = forgottenSchema(SignInLinks).safeParse(texts);
  if (!typed.success) return { fieldErrors: firstErrors(typed.error.issues) };
  const result = await requestPasswordLink(typed.data.user, locale, await visitorNetwork());
  if (result === "accepted") return redirect({ href: "/promoter/sign-in/forgotten?sent=1", locale }, RedirectType.push);
  return { message: result === "too_many" ? SignInLinks.tooMany : SignInLinks.askManager };
});
