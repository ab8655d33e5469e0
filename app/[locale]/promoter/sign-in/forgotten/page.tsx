import type { Route } from "next";
import { getMessages, getTranslations } from "next-intl/server";
import { pageWithFallbacks } from "#app/[locale]/page-with-fallbacks.tsx";
import { SignInFrame } from "#app/[locale]/promoter/sign-in/_components/sign-in-frame.tsx";
import { ForgottenForm } from "#app/[locale]/promoter/sign-in/forgotten/_components/forgotten-form.tsx";
import { NOT_INDEXED } from "#app/page-metadata.ts";
import { mailLink } from "#components/site/mail-link.tsx";
import { MailSent } from "#components/ui/mail-sent.tsx";
import { currentSeller } from "#lib/catalogue/seller.ts";
import type { Locale } from "#lib/i18n/routing.ts";
import { canMailPasswordLink } from "#lib/promoter/forgotten-password.ts";

export const metadata = NOT_INDEXED;

export default pageWithFallbacks(ForgottenPage);

/** For a promoter who has forgotten their password. The page says the same to every name. */
async function ForgottenPage({ searchParams }: PageProps<"/[locale]/promoter/sign-in/forgotten">, locale: Locale) {
  const { sent } = await searchParams;
  const [t, { SignInLinks, Common, Errors }] = await Promise.all([getTranslations("SignInLinks"), getMessages()]);
  const title = t(sent === undefined ? "forgottenTitle" : "sentTitle");
  const words = { ...SignInLinks, title, problem: Common.problem, lost: Errors.lost };
  return (
    <SignInFrame title={title}>
      {sent !== undefined ? (
        <LinkSent />
      ) : canMailPasswordLink() ? (
        <ForgottenForm locale={locale} words={words} />
      ) : (
        <NotOffered />
      )}
      <a
        href={`/${locale}/promoter/sign-in` as Route}
        className="tap self-start text-accent-text underline underline-offset-4"
      >
        {t("toSignIn")}
      </a>
    </SignInFrame>
  );
}

async function LinkSent() {
  const t = await getTranslations("SignInLinks");
  return <MailSent title={t("sentTitle")} text={t("sentText")} spam={t("sentSpam")} />;
}

/** Where no link can be mailed: says whom to ask. */
async function NotOffered() {
  const [t, tPromoter, { email }] = await Promise.all([
    getTranslations("SignInLinks"),
    getTranslations("Promoter"),
    currentSeller(),
  ]);
  return (
    <>
      <h1 className="text-3xl">{t("forgottenTitle")}</h1>
      <p className="mt-4">
        {email === undefined ? t("askManager") : tPromoter.rich("forgotten", { email, link: mailLink(email) })}
      </p>
    </>
  );
}
