"use server";

import { getTranslations } from "next-intl/server";
import { answeredAction, unansweredState } from "#app/[locale]/answered.tsx";
import { type SignIn, signInSchema } from "#app/[locale]/promoter/sign-in/sign-in-schema.ts";
import { localeOf } from "#i18n/locale-of.ts";
import { redirect } from "#i18n/navigation.ts";
import { firstErrors } from "#lib/forms/first-errors.ts";
import { formOf } from "#lib/forms/form-of.ts";
import type { FormState } from "#lib/forms/form-state.ts";
import { assertSameOrigin } from "#lib/security/same-origin.ts";
import { signInHere } from "#lib/session/promoter/promoter.ts";
import { durationText } from "#lib/text/duration-text.ts";

/** Signs a promoter in. The password is never returned, and an unknown user gets the same answer as a wrong password. */
export async function signInPromoter(_previous: FormState<SignIn>, form: FormData): Promise<FormState<SignIn>> {
  await assertSameOrigin(form);
  const sent = formOf(form);
  const locale = localeOf(sent);
  const t = await getTranslations({ locale, namespace: "Promoter" });
  const turn = Date.now();
  const user = String(sent.get("user") ?? "").trim();

  const words = { userMissing: t("userMissing"), passwordMissing: t("passwordMissing") };
  const typed = signInSchema(words).safeParse({ user, password: sent.get("password") });
  if (!typed.success) return { fieldErrors: firstErrors(typed.error.issues), values: { user }, turn };

  const { password } = typed.data;
  const answer = await answeredAction(
    () => signInHere(user, password),
    () => ({ result: "no_answer" }),
  );
  if (answer.result === "no_answer") return unansweredState(sent, { user }, t("noAnswer"));
  if (answer.result === "wait") {
    const message = t("tooMany", { wait: durationText(answer.seconds, locale) });
    return { fieldErrors: {}, message, values: { user }, turn };
  }
  if (answer.result === "wrong") return { fieldErrors: {}, message: t("wrong"), values: { user }, turn };
  return redirect({ href: "/promoter", locale });
}
