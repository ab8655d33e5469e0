import type { Route } from "next";
import { getMessages, getTranslations } from "next-intl/server";
import { pageWithFallbacks } from "#app/[locale]/page-with-fallbacks.tsx";
import { SignInFrame } from "#app/[locale]/promoter/sign-in/_components/sign-in-frame.tsx";
import { CodeForm } from "#app/[locale]/promoter/sign-in/code/_components/code-form.tsx";
import { NOT_INDEXED } from "#app/page-metadata.ts";
import { UNTOUCHED } from "#lib/forms/form.ts";
import { redirect } from "#lib/i18n/navigation.ts";
import type { Locale } from "#lib/i18n/routing.ts";
import { currentStep } from "#lib/promoter/sign-in/sign-in-step.ts";
import { visitorNetwork } from "#lib/security/visitor-network.ts";

export const metadata = NOT_INDEXED;

export default pageWithFallbacks(CodePage);

const LINK = "tap text-accent-text underline underline-offset-4";

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
  const here = `/${locale}/promoter/sign-in`;
  const refused = error === "code_wrong" ? t("codeWrong") : error === "code_used" ? t("codeUsed") : undefined;
  return (
    <SignInFrame title={t("codeTitle")}>
      <CodeForm
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
          problem: tPromoter("problem"),
          lost: Errors.lost,
        }}
      />
      <p className="flex flex-wrap gap-x-5">
        <a href={(isBackup ? `${here}/code` : `${here}/code?backup=1`) as Route} className={LINK}>
          {t(isBackup ? "useApp" : "useBackup")}
        </a>
        <a href={here as Route} className={LINK}>
          {t("back")}
        </a>
      </p>
    </SignInFrame>
  );
}
