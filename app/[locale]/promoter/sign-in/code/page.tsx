import { getMessages, getTranslations } from "next-intl/server";
import { pageWithFallbacks } from "#app/[locale]/page-with-fallbacks.tsx";
import { CodeForm } from "#app/[locale]/promoter/sign-in/code/_components/code-form.tsx";
import { enterCode } from "#app/[locale]/promoter/sign-in/code/actions.ts";
import { NOT_INDEXED } from "#app/page-metadata.ts";
import { PageTitle } from "#app/page-title.tsx";
import { UNTOUCHED } from "#lib/forms/form.ts";
import { redirect } from "#lib/i18n/navigation.ts";
import type { Locale } from "#lib/i18n/routing.ts";
import { currentStep } from "#lib/promoter/sign-in/sign-in-step.ts";
import { visitorNetwork } from "#lib/security/visitor-network.ts";

export const metadata = NOT_INDEXED;

export default pageWithFallbacks(CodePage);

/** `error` is of next-auth's route. */
async function CodePage({ searchParams }: PageProps<"/[locale]/promoter/sign-in/code">, locale: Locale) {
  const { backup, error } = await searchParams;
  const step = await currentStep(await visitorNetwork());
  if (step === undefined) return redirect({ href: "/promoter/sign-in?error=step_ended", locale });
  const [t, tPromoter, { Errors }] = await Promise.all([
    getTranslations("PromoterSignIn"),
    getTranslations("Promoter"),
    getMessages(),
  ]);
  const isBackup = backup !== undefined;
  const refused = error === "code_wrong" ? t("codeWrong") : error === "code_used" ? t("codeUsed") : undefined;
  return (
    <div className="gutter mx-auto max-w-md py-4">
      <CodeForm
        action={enterCode}
        opened={refused === undefined ? UNTOUCHED : { ...UNTOUCHED, fieldErrors: { code: refused } }}
        locale={locale}
        isBackup={isBackup}
        text={t.rich(isBackup ? "backupText" : "codeText", {
          user: () => <bdi>{step.user}</bdi>,
        })}
        words={{
          title: t("codeTitle"),
          code: t(isBackup ? "backupCode" : "digits"),
          codeMissing: t(isBackup ? "backupMissing" : "codeMissing"),
          trust: t("trust"),
          continue: t("continue"),
          checking: t("checking"),
          other: t(isBackup ? "useApp" : "useBackup"),
          back: t("back"),
          problem: tPromoter("problem"),
          lost: Errors.lost,
        }}
      />
      <PageTitle>{t("codeTitle")}</PageTitle>
    </div>
  );
}
