"use server";

import { getTranslations } from "next-intl/server";
import { formAction } from "#app/[locale]/form-action.ts";
import { type SignInState, signInSchema } from "#app/[locale]/promoter/sign-in/sign-in-schema.ts";
import { firstErrors } from "#lib/forms/form.ts";
import { durationText } from "#lib/i18n/date-text.ts";
import { redirect } from "#lib/i18n/navigation.ts";
import { returnPath } from "#lib/promoter/return-path.ts";
import { authorizePassword } from "#lib/promoter/sign-in/auth-options.ts";
import { startSession } from "#lib/promoter/sign-in/session.ts";
import { acceptsCookies } from "#lib/session/cookies.ts";

/** Signs a promoter in. The password is never returned, and an unknown user gets the same answer as a wrong password. */
export const signInPromoter = formAction<SignInState, "user">(
  ["user"],
  async ({ form, locale, texts }) => {
    const t = await getTranslations({ locale, namespace: "Promoter" });
    const words = { userMissing: t("userMissing"), passwordMissing: t("passwordMissing") };
    const typed = signInSchema(words).safeParse({ ...texts, password: form.get("password") });
    if (!typed.success) return { fieldErrors: firstErrors(typed.error.issues) };

    // A session would be opened at the service, and no page could show it.
    if (!(await acceptsCookies())) return { message: t("noCookies") };
    const next = returnPath(form.get("next"));
    const answer = await authorizePassword(typed.data, next);
    if (answer.result === "wrong") return { fieldErrors: { password: t("wrong") } };
    if (answer.result === "other_account") return { message: t("otherAccount") };
    if (answer.result === "wait") return { message: t("tooMany", { wait: durationText(answer.seconds, locale) }) };
    if (answer.result === "code_needed") return redirect({ href: "/promoter/sign-in/code", locale });
    await startSession(answer.user);
    return redirect({ href: next, locale });
  },
  async ({ locale }) => ({ message: (await getTranslations({ locale, namespace: "Promoter" }))("noAnswer") }),
);
