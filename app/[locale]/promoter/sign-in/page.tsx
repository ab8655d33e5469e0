import type { Route } from "next";
import { getMessages, getTranslations } from "next-intl/server";
import { pageWithFallbacks } from "#app/[locale]/page-with-fallbacks.tsx";
import { AfterLink } from "#app/[locale]/promoter/sign-in/_components/after-link.tsx";
import { SignInForm } from "#app/[locale]/promoter/sign-in/_components/sign-in-form.tsx";
import { SignInFrame } from "#app/[locale]/promoter/sign-in/_components/sign-in-frame.tsx";
import { Unanswered } from "#app/[locale]/promoter/sign-in/_components/unanswered.tsx";
import type { SignInState } from "#app/[locale]/promoter/sign-in/sign-in-schema.ts";
import { NOT_INDEXED } from "#app/page-metadata.ts";
import { Panel } from "#components/ui/panel.tsx";
import { UNTOUCHED } from "#lib/forms/form.ts";
import { redirect } from "#lib/i18n/navigation.ts";
import type { Locale } from "#lib/i18n/routing.ts";
import { returnPath } from "#lib/promoter/return-path.ts";
import { pathOf } from "#lib/promoter/sign-in/auth-options.ts";
import { findPromoter } from "#lib/promoter/sign-in/session.ts";

export const metadata = NOT_INDEXED;

export default pageWithFallbacks(SignInPage, { unavailable: Unanswered });

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
    <SignInFrame
      title={t("signInTitle")}
      notice={
        <>
          <AfterLink ready={ready} />
          {(again !== undefined || before === "ended") && (
            <Panel tone="warn" role="status" className="mb-6">
              {t("ended")}
            </Panel>
          )}
        </>
      }
    >
      <SignInForm
        opened={await openedWith(error)}
        locale={locale}
        next={path}
        words={{
          title: t("signInTitle"),
          user: t("user"),
          userMissing: t("userMissing"),
          password: t("password"),
          passwordMissing: t("passwordMissing"),
          show: tSignIn("show"),
          showPassword: t("show"),
          signIn: t("signIn"),
          signingIn: t("signingIn"),
          problem: t("problem"),
          lost: Errors.lost,
        }}
      />
      <a
        href={`/${locale}/promoter/sign-in/forgotten` as Route}
        className="tap self-start text-accent-text underline underline-offset-4"
      >
        {tSignIn("forgotPassword")}
      </a>
    </SignInFrame>
  );
}

/** Returns the form with the reason why a sign-in without it has failed. */
async function openedWith(error: unknown): Promise<SignInState> {
  const [t, tSignIn] = await Promise.all([getTranslations("Promoter"), getTranslations("PromoterSignIn")]);
  if (error === "CredentialsSignin") return { ...UNTOUCHED, fieldErrors: { password: t("wrong") } };
  if (error === "other_account") return { ...UNTOUCHED, message: t("otherAccount") };
  if (error === "wait") return { ...UNTOUCHED, message: tSignIn("tooManySoon") };
  if (error === "step_ended") return { ...UNTOUCHED, message: tSignIn("stepEnded") };
  return error === undefined ? UNTOUCHED : { ...UNTOUCHED, message: t("noAnswer") };
}
