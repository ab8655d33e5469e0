import { MailCheck } from "lucide";
import type { Route } from "next";
import { getMessages, getTranslations } from "next-intl/server";
import { pageWithFallbacks } from "#app/[locale]/page-with-fallbacks.tsx";
import { ForgottenForm } from "#app/[locale]/promoter/sign-in/forgotten/_components/forgotten-form.tsx";
import { NOT_INDEXED } from "#app/page-metadata.ts";
import { PageTitle } from "#app/page-title.tsx";
import { mailLink } from "#components/site/mail-link.tsx";
import { Icon } from "#components/ui/icon.tsx";
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
    <div className="gutter mx-auto max-w-md py-10">
      {sent !== undefined ? (
        <LinkSent />
      ) : canMailPasswordLink() ? (
        <ForgottenForm locale={locale} words={words} />
      ) : (
        <NotOffered />
      )}
      <p className="mt-5 text-sm">
        <a href={`/${locale}/promoter/sign-in` as Route} className="tap underline underline-offset-4">
          {t("toSignIn")}
        </a>
      </p>
      <PageTitle>{title}</PageTitle>
    </div>
  );
}

async function LinkSent() {
  const t = await getTranslations("SignInLinks");
  return (
    <div className="flex flex-col items-start gap-4">
      <span className="inline-flex size-14 items-center justify-center rounded-full border border-transparent bg-ok-soft text-ok">
        <Icon of={MailCheck} className="size-7" />
      </span>
      <h1 className="text-3xl">{t("sentTitle")}</h1>
      <p className="text-lg">{t("sentText")}</p>
      <p className="text-ink-muted">{t("sentSpam")}</p>
    </div>
  );
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
