import { getMessages, getTranslations } from "next-intl/server";
import { pageWithFallbacks } from "#app/[locale]/page-with-fallbacks.tsx";
import { listOf } from "#app/[locale]/promoter/access-text.ts";
import { LinkEnded } from "#app/[locale]/promoter/sign-in/_components/link-ended.tsx";
import { SignInFrame } from "#app/[locale]/promoter/sign-in/_components/sign-in-frame.tsx";
import { Unanswered } from "#app/[locale]/promoter/sign-in/_components/unanswered.tsx";
import { InvitationForm } from "#app/[locale]/promoter/sign-in/invitation/[link]/_components/invitation-form.tsx";
import { SECRET_ADDRESS } from "#app/page-metadata.ts";
import type { Locale } from "#lib/i18n/routing.ts";
import { findMailLink } from "#lib/ticketing/mail-links.ts";
import { ACCESS } from "#lib/ticketing/manage/access-form.ts";

export const metadata = SECRET_ADDRESS;

export default pageWithFallbacks(InvitationPage, { Missing: InvitationEnded, unavailable: Unanswered });

/** The link in an invitation. Opening it changes nothing; its form uses it up. */
async function InvitationPage({ params }: PageProps<"/[locale]/promoter/sign-in/invitation/[link]">, locale: Locale) {
  const { link } = await params;
  const found = await findMailLink(link, "INVITATION");
  if (found === undefined) return undefined;
  const [t, tUsers, { SignInLinks, Promoter, Common, Errors }] = await Promise.all([
    getTranslations("SignInLinks"),
    getTranslations("Users"),
    getMessages(),
  ]);
  const given = ACCESS.filter((one) => found.capabilities.includes(one)).map((one) => tUsers(one));
  const title = t("invitationTitle");
  return (
    <SignInFrame title={title}>
      <InvitationForm
        locale={locale}
        link={link}
        email={found.email}
        words={{
          ...SignInLinks,
          title,
          text: t("invitationText", { account: found.account.name }),
          access: given.length === 0 ? "" : t("invitationAccess", { access: listOf(given, locale, "unit") }),
          optional: Common.optional,
          showPassword: Promoter.show,
          problem: Common.problem,
          lost: Errors.lost,
        }}
      />
    </SignInFrame>
  );
}

async function InvitationEnded({ locale }: { readonly locale: Locale }) {
  const t = await getTranslations("SignInLinks");
  return (
    <LinkEnded
      title={t("invitationEndedTitle")}
      text={t("invitationEndedText")}
      next={[{ href: `/${locale}/promoter/sign-in`, label: t("toSignIn") }]}
    />
  );
}
