import { getMessages, getTranslations } from "next-intl/server";
import { pageWithFallbacks } from "#app/[locale]/page-with-fallbacks.tsx";
import { LinkEnded } from "#app/[locale]/promoter/sign-in/_components/link-ended.tsx";
import { Unanswered } from "#app/[locale]/promoter/sign-in/_components/unanswered.tsx";
import { ConfirmForm } from "#app/[locale]/promoter/sign-in/replies/[link]/_components/confirm-form.tsx";
import { SECRET_ADDRESS } from "#app/page-metadata.ts";
import { PageTitle } from "#app/page-title.tsx";
import type { Locale } from "#lib/i18n/routing.ts";
import { findMailLink } from "#lib/ticketing/mail-links.ts";

export const metadata = SECRET_ADDRESS;

export default pageWithFallbacks(RepliesPage, { Missing: RepliesLinkEnded, unavailable: Unanswered });

/** The link in a mail that asks whether replies may go to its address. Opening it changes nothing; its form uses it up. */
async function RepliesPage({ params }: PageProps<"/[locale]/promoter/sign-in/replies/[link]">, locale: Locale) {
  const { link } = await params;
  const found = await findMailLink(link, "REPLY_TO");
  if (found === undefined) return undefined;
  const [t, { ReplyAddress, Common, Errors }] = await Promise.all([getTranslations("ReplyAddress"), getMessages()]);
  const text = t("text", { account: found.account.name, email: found.email });
  return (
    <div className="gutter mx-auto max-w-md py-10">
      <ConfirmForm
        locale={locale}
        link={link}
        words={{ ...ReplyAddress, text, problem: Common.problem, lost: Errors.lost }}
      />
      <PageTitle>{t("title")}</PageTitle>
    </div>
  );
}

async function RepliesLinkEnded({ locale }: { readonly locale: Locale }) {
  const t = await getTranslations("ReplyAddress");
  return (
    <LinkEnded
      title={t("ended")}
      text={t("endedText")}
      next={[{ href: `/${locale}/promoter/settings/mail`, label: t("toSettings") }]}
    />
  );
}
