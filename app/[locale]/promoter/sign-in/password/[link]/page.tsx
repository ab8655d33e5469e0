import { getMessages, getTranslations } from "next-intl/server";
import { pageWithFallbacks } from "#app/[locale]/page-with-fallbacks.tsx";
import { LinkEnded } from "#app/[locale]/promoter/sign-in/_components/link-ended.tsx";
import { SignInFrame } from "#app/[locale]/promoter/sign-in/_components/sign-in-frame.tsx";
import { Unanswered } from "#app/[locale]/promoter/sign-in/_components/unanswered.tsx";
import { PasswordForm } from "#app/[locale]/promoter/sign-in/password/[link]/_components/password-form.tsx";
import { SECRET_ADDRESS } from "#app/page-metadata.ts";
import type { Locale } from "#lib/i18n/routing.ts";
import { findMailLink } from "#lib/ticketing/mail-links.ts";

export const metadata = SECRET_ADDRESS;

export default pageWithFallbacks(NewPasswordPage, { Missing: PasswordLinkEnded, unavailable: Unanswered });

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
    <SignInFrame title={title}>
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
    </SignInFrame>
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
