import type { Metadata, Route } from "next";
import { getMessages, getTranslations, setRequestLocale } from "next-intl/server";
import { answeredPage } from "#app/[locale]/answered-page.tsx";
import { LinkEnded } from "#app/[locale]/sales/[link]/_components/link-ended.tsx";
import { EmailForm } from "#components/forms/email-form.tsx";
import { localeFrom } from "#lib/i18n/routing.ts";
import { openTickets } from "#lib/orders/tickets.ts";
import { makeNewLink } from "./actions.ts";

type NewLinkProps = PageProps<"/[locale]/sales/[link]/new-link">;

export async function generateMetadata({ params }: NewLinkProps): Promise<Metadata> {
  const t = await getTranslations({ locale: localeFrom((await params).locale), namespace: "NewLink" });
  return { title: t("title"), robots: { index: false, follow: false }, referrer: "same-origin" };
}

export default answeredPage(NewLinkPage, LinkEnded);

/** For a buyer who has sent the link to the wrong person. */
async function NewLinkPage({ params }: NewLinkProps) {
  const { locale: segment, link } = await params;
  const locale = localeFrom(segment);
  setRequestLocale(locale);
  if ((await openTickets(link)) === undefined) return undefined;
  const { NewLink, Errors, Sale } = await getMessages();
  return (
    <div className="gutter mx-auto flex w-full max-w-2xl flex-col gap-8 py-10 lg:py-16">
      <EmailForm action={makeNewLink} hidden={{ locale, link }} words={{ ...NewLink, lost: Errors.lost }} />
      <p>
        <a href={`/${locale}/sales/${link}` as Route} className="tap underline underline-offset-4">
          {Sale.backToOrder}
        </a>
      </p>
    </div>
  );
}
