"use server";

import { RedirectType } from "next/navigation";
import { getMessages } from "next-intl/server";
import { formAction } from "#app/[locale]/form-action.ts";
import { type InvitationState, invitationSchema } from "#app/[locale]/promoter/sign-in/sign-in-schema.ts";
import { firstErrors } from "#lib/forms/form.ts";
import { redirect } from "#lib/i18n/navigation.ts";
import { withinLimit } from "#lib/security/limits.ts";
import { visitorNetwork } from "#lib/security/visitor-network.ts";
import { acceptInvitation } from "#lib/ticketing/mail-links.ts";

/** Creates the account of who was invited, which uses the link up. A refusal does not. The password is never returned. */
export const createAccount = formAction<InvitationState, "username" | "firstName" | "lastName">(
  ["username", "firstName", "lastName"],
  async ({ form, locale, texts }) => {
    const { SignInLinks: words } = await getMessages({ locale });
    const typed = invitationSchema(words).safeParse({ ...texts, password: form.get("password") });
    if (!typed.success) return { fieldErrors: firstErrors(typed.error.issues) };
    if (!(await withinLimit("useMailedLinkPerNetwork", await visitorNetwork()))) return { message: words.tooMany };

    const accepted = await acceptInvitation(String(form.get("link")), typed.data);
    if (accepted.ok) return redirect({ href: "/promoter/sign-in?ready=invitation", locale }, RedirectType.replace);
    const { problems } = accepted;
    const has = (reason: string) => problems.some((problem) => problem.reason === reason);
    if (has("too_many")) return { message: words.tooMany };
    const is = (path: string) => problems.some((problem) => problem.path === path);
    const fieldErrors = {
      ...(is("username") && { username: has("username_taken") ? words.usernameTaken : words.usernameWrong }),
      ...(is("password") && { password: words.passwordUnfit }),
      ...(is("firstName") && { firstName: words.tooLong }),
      ...(is("lastName") && { lastName: words.tooLong }),
    };
    if (Object.keys(fieldErrors).length > 0) return { fieldErrors };
    return { message: `${words.invitationEndedTitle}. ${words.invitationEndedText}` };
  },
);
