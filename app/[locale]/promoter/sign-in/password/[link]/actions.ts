"use server";

import { RedirectType } from "next/navigation";
import { getMessages } from "next-intl/server";
import { formAction } from "#app/[locale]/form-action.ts";
import { type PasswordState, passwordSchema } from "#app/[locale]/promoter/sign-in/sign-in-schema.ts";
import { firstErrors } from "#lib/forms/form.ts";
import { redirect } from "#lib/i18n/navigation.ts";
import { withinLimit } from "#lib/security/limits.ts";
import { visitorNetwork } from "#lib/security/visitor-network.ts";
import { setPasswordByLink } from "#lib/ticketing/mail-links.ts";

/** Saves a new password, which uses the link up. A refused one does not. */
export const setNewPassword = formAction<PasswordState>([], async ({ form, locale }) => {
  const { SignInLinks } = await getMessages({ locale });
  const typed = passwordSchema(SignInLinks).safeParse({ password: form.get("password") });
  if (!typed.success) return { fieldErrors: firstErrors(typed.error.issues) };
  if (!(await withinLimit("useMailedLinkPerNetwork", await visitorNetwork()))) return { message: SignInLinks.tooMany };

  const link = String(form.get("link"));
  const used = await setPasswordByLink(link, typed.data.password);
  if (used.ok) return redirect({ href: "/promoter/sign-in?ready=password", locale }, RedirectType.replace);
  if (used.problems.some(({ reason }) => reason === "too_many")) return { message: SignInLinks.tooMany };
  const isUnfit = used.problems.some(({ path }) => path === "password");
  if (isUnfit) return { fieldErrors: { password: SignInLinks.passwordUnfit } };
  return { message: `${SignInLinks.passwordEndedTitle}. ${SignInLinks.passwordEndedText}` };
});
