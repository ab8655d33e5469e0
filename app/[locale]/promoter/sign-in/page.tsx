import { getMessages, getTranslations } from "next-intl/server";
import { pageWithFallbacks } from "#app/[locale]/page-with-fallbacks.tsx";
import { NoAnswer } from "#app/[locale]/promoter/_components/instead-of-page.tsx";
import { AfterLink } from "#app/[locale]/promoter/sign-in/_components/after-link.tsx";
import { SignInForm } from "#app/[locale]/promoter/sign-in/_components/sign-in-form.tsx";
import { signInPromoter } from "#app/[locale]/promoter/sign-in/actions.ts";
import type { SignInState } from "#app/[locale]/promoter/sign-in/sign-in-schema.ts";
import { NOT_INDEXED } from "#app/page-metadata.ts";
import { PageTitle } from "#app/page-title.tsx";
import { UNTOUCHED } from "#lib/forms/form.ts";
import { redirect } from "#lib/i18n/navigation.ts";
import type { Locale } from "#lib/i18n/routing.ts";
import { returnPath } from "#lib/promoter/return-path.ts";
import { pathOf } from "#lib/promoter/sign-in/auth-options.ts";
import { findPromoter } from "#lib/promoter/sign-in/session.ts";

export const metadata = NOT_INDEXED;

export default pageWithFallbacks(SignInPage, { unavailable: NoAnswerHere });

/** `again`, `next`: of our pages. `error`, `callbackUrl`: of next-auth's route. */
async function SignInPage({ searchParams }: PageProps<"/[locale]/promoter/sign-in">, locale: Locale) {
  const { again, next, ready, error, callbackUrl } = await searchParams;
  const path = next === undefined ? pathOf(callbackUrl) : returnPath(next);
  if (error === "code_needed") redirect({ href: "/promoter/sign-in/code", locale });
  if (error === "code_wrong" || error === "code_used")
    redirect({ href: `/promoter/sign-in/code?error=${error}`, locale });
  const before = await findPromoter();
  if (again === undefined && ready === undefined && before !== undefined && before !== "ended")
    redirect({ href: path, locale });
  const [t, tSignIn, { Errors }] = await Promise.all([
    getTranslations("Promoter"),
    getTranslations("PromoterSignIn"),
    getMessages(),
  ]);
  return (
    <div className="gutter mx-auto max-w-md py-4">
      <AfterLink ready={ready} />
      <SignInForm
        action={signInPromoter}
        opened={await openedWith(error)}
        locale={locale}
        next={path}
        ended={again !== undefined || before === "ended" ? t("ended") : undefined}
        words={{
          title: t("signInTitle"),
          user: t("user"),
          userMissing: t("userMissing"),
          password: t("password"),
          passwordMissing: t("passwordMissing"),
          show: tSignIn("show"),
          showPassword: t("show"),
          forgotPassword: tSignIn("forgotPassword"),
          signIn: t("signIn"),
          signingIn: t("signingIn"),
          problem: t("problem"),
          lost: Errors.lost,
        }}
      />
      <PageTitle>{t("signInTitle")}</PageTitle>
    </div>
  );
}

/** Returns the form with the reason why a sign-in without it has failed. */
async function openedWith(error: unknown): Promise<SignInState> {
  const [t, tSignIn] = await Promise.all([getTranslations("Promoter"), getTranslations("PromoterSignIn")]);
  if (error === "CredentialsSignin") return { ...UNTOUCHED, message: t("wrong"), isWrong: true };
  if (error === "other_account") return { ...UNTOUCHED, message: t("otherAccount") };
  if (error === "wait") return { ...UNTOUCHED, message: tSignIn("tooManySoon") };
  if (error === "step_ended") return { ...UNTOUCHED, message: tSignIn("stepEnded") };
  return error === undefined ? UNTOUCHED : { ...UNTOUCHED, message: t("noAnswer") };
}

function NoAnswerHere() {
  return (
    <div className="gutter mx-auto max-w-md py-4">
      <NoAnswer />
    </div>
  );
}
