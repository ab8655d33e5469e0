"use server";

import { RedirectType } from "next/navigation";
import { getMessages } from "next-intl/server";
import { formAction } from "#app/[locale]/form-action.ts";
import type { FormState } from "#lib/forms/form.ts";
import { redirect } from "#lib/i18n/navigation.ts";
import { requestPasswordLink } from "#lib/promoter/forgotten-password.ts";
import { visitorNetwork } from "#lib/security/visitor-network.ts";

/** Mails a link for a new password. The next page is the same whether or not there is such a user. */
export const requestNewPassword = formAction<FormState<{ readonly user: string }>, "user">(
  ["user"],
  async ({ texts, locale }) => {
    const result = await requestPasswordLink(texts.user, locale, await visitorNetwork());
    if (result === "accepted")
      return redirect({ href: "/promoter/sign-in/forgotten?sent=1", locale }, RedirectType.push);
    const { SignInLinks } = await getMessages({ locale });
    if (result === "missing") return { fieldErrors: { user: SignInLinks.userMissing } };
    return { message: result === "too_many" ? SignInLinks.tooMany : SignInLinks.askManager };
  },
);
