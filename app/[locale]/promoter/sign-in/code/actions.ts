"use server";

import { getTranslations } from "next-intl/server";
import { formAction } from "#app/[locale]/form-action.ts";
import { type CodeState, codeSchema } from "#app/[locale]/promoter/sign-in/sign-in-schema.ts";
import { firstErrors, valuesOf } from "#lib/forms/form.ts";
import { durationText } from "#lib/i18n/date-text.ts";
import { redirect } from "#lib/i18n/navigation.ts";
import { authorizeCode } from "#lib/promoter/sign-in/auth-options.ts";
import { startSession } from "#lib/promoter/sign-in/session.ts";
import { currentStep } from "#lib/promoter/sign-in/sign-in-step.ts";
import { visitorNetwork } from "#lib/security/visitor-network.ts";

/** Signs in the promoter whose password this browser has entered, by their code. The code is never returned. */
export const enterCode = formAction<CodeState>(
  [],
  async ({ form, locale }) => {
    const step = await currentStep(await visitorNetwork());
    if (step === undefined) return redirect({ href: "/promoter/sign-in?error=step_ended", locale });
    const { next } = step;
    const [t, tPromoter] = await Promise.all([
      getTranslations({ locale, namespace: "PromoterSignIn" }),
      getTranslations({ locale, namespace: "Promoter" }),
    ]);
    const isBackup = form.get("backup") === "1";
    const sent = valuesOf(form);
    const typed = codeSchema({ codeMissing: t(isBackup ? "backupMissing" : "codeMissing") }).safeParse(sent);
    if (!typed.success) return { fieldErrors: firstErrors(typed.error.issues) };
    const answer = await authorizeCode(sent);
    if (answer.result === "code_wrong") return { fieldErrors: { code: t(isBackup ? "backupWrong" : "codeWrong") } };
    if (answer.result === "code_used") return { fieldErrors: { code: t(isBackup ? "backupWrong" : "codeUsed") } };
    if (answer.result === "wait")
      return { message: tPromoter("tooMany", { wait: durationText(answer.seconds, locale) }) };
    if (answer.result === "signed_in") {
      await startSession(answer.user);
      return redirect({ href: next, locale });
    }
    return redirect({
      href: `/promoter/sign-in?error=${answer.result}&next=${encodeURIComponent(next)}`,
      locale,
    });
  },
  async ({ locale }) => ({ message: (await getTranslations({ locale, namespace: "Promoter" }))("noAnswer") }),
);
