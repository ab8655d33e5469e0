import { getMessages, getTranslations } from "next-intl/server";
import { pageWithFallbacks } from "#app/[locale]/page-with-fallbacks.tsx";
import { AfterLink } from "#app/[locale]/promoter/sign-in/_components/after-link.tsx";
import { SignInForm } from "#app/[locale]/promoter/sign-in/_components/sign-in-form.tsx";
import { signInPromoter } from "#app/[locale]/promoter/sign-in/actions.ts";
import { NOT_INDEXED } from "#app/page-metadata.ts";
import { PageTitle } from "#app/page-title.tsx";
import { mailLink } from "#components/site/mail-link.tsx";
import { currentSeller } from "#lib/catalogue/seller.ts";
import { redirect } from "#lib/i18n/navigation.ts";
import type { Locale } from "#lib/i18n/routing.ts";
import { findPromoter } from "#lib/promoter/promoter.ts";
import { returnPath } from "#lib/promoter/return-path.ts";

export const metadata = NOT_INDEXED;

export default pageWithFallbacks(SignInPage);

async function SignInPage({ searchParams }: PageProps<"/[locale]/promoter/sign-in">, locale: Locale) {
  const { again, next, ready } = await searchParams;
  const before = await findPromoter();
  if (again === undefined && ready === undefined && before !== undefined && before !== "ended")
    redirect({ href: returnPath(next), locale });
  const [t, { Errors }] = await Promise.all([getTranslations("Promoter"), getMessages()]);
  const { email } = await currentSeller();
  return (
    <div className="gutter mx-auto max-w-md py-10">
      <AfterLink ready={ready} />
      <SignInForm
        action={signInPromoter}
        locale={locale}
        next={returnPath(next)}
        ended={again !== undefined || before === "ended" ? t("ended") : undefined}
        words={{
          title: t("signInTitle"),
          text: t("signInText"),
          user: t("user"),
          userMissing: t("userMissing"),
          password: t("password"),
          passwordMissing: t("passwordMissing"),
          signIn: t("signIn"),
          signingIn: t("signingIn"),
          problem: t("problem"),
          lost: Errors.lost,
        }}
      />
      {email !== undefined && (
        <p className="mt-5 text-sm text-ink-muted">{t.rich("forgotten", { email, link: mailLink(email) })}</p>
      )}
      <PageTitle>{t("signInTitle")}</PageTitle>
    </div>
  );
}
