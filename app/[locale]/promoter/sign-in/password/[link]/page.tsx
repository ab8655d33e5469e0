import { getMessages, getTranslations } from "next-intl/server";
import { pageWithFallbacks } from "#app/[locale]/page-with-fallbacks.tsx";
import { LinkEnded } from "#app/[locale]/promoter/sign-in/_components/link-ended.tsx";
import { LinkUnanswered } from "#app/[locale]/promoter/sign-in/_components/link-unanswered.tsx";
import { PasswordForm } from "#app/[locale]/promoter/sign-in/password/[link]/_components/password-form.tsx";
import { SECRET_ADDRESS } from "#app/page-metadata.ts";
import { PageTitle } from "#app/page-title.tsx";
import type { Locale } from "#lib/i18n/routing.ts";
import { findMailLink } from "#lib/ticketing/mail-links.ts";

export const metadata = SECRET_ADDRESS;

export default pageWithFallbacks(NewPasswordPage, { Missing: PasswordLinkEnded, unavailable: LinkUnanswered });

/** The link in a mail for a new password. Opening it changes nothing; its form uses it up. */
async function NewPasswordPage({ params }: PageProps<"/[locale]/promoter/sign-in/password/[link]">, locale: Locale) {
  const { link } = await params;
  const found = await findMailLink(link, "PASSWORD");
  if (found === undefined) return undefined;
  const [t, { SignInLinks, Promoter, Common, Errors }] = await Promise.all([
    getTranslations("SignInLinks"),
    getMessages(),
  ]);
  const title = t("passwordTitle");
  return (
    <div className="gutter mx-auto max-w-md py-4">
      <PasswordForm
        locale={locale}
        link={link}
        email={found.email}
        words={{
          ...SignInLinks,
          title,
          text: t("passwordFor", { email: found.email }),
          showPassword: Promoter.show,
          problem: Common.problem,
          lost: Errors.lost,
        }}
      />
      <PageTitle>{title}</PageTitle>
    </div>
  );
}

async function PasswordLinkEnded({ locale }: { readonly locale: Locale }) {
  const t = await getTranslations("SignInLinks");
  const signIn = `/${locale}/promoter/sign-in`;
  return (
    <LinkEnded
      title={t("passwordEndedTitle")}
      text={t("passwordEndedText")}
      next={[
        { href: `${signIn}/forgotten`, label: t("newLink") },
        { href: signIn, label: t("toSignIn") },
      ]}
    />
  );
}
