import { getMessages } from "next-intl/server";
import { LinkEnded } from "#app/[locale]/(shop)/sales/[link]/_components/link-ended.tsx";
import { ToOrder } from "#app/[locale]/(shop)/sales/[link]/_components/to-order.tsx";
import { pageWithFallbacks } from "#app/[locale]/page-with-fallbacks.tsx";
import { SECRET_ADDRESS } from "#app/page-metadata.ts";
import { PageTitle } from "#app/page-title.tsx";
import { EmailForm } from "#components/forms/email-form.tsx";
import type { Locale } from "#lib/i18n/routing.ts";
import { openTickets } from "#lib/orders/tickets.ts";
import { makeNewLink } from "./actions.ts";

type NewLinkProps = PageProps<"/[locale]/sales/[link]/new-link">;

export const metadata = SECRET_ADDRESS;

export default pageWithFallbacks(NewLinkPage, { Missing: LinkEnded, unavailable: "order" });

/** For a buyer who has sent the link to the wrong person. */
async function NewLinkPage({ params }: NewLinkProps, locale: Locale) {
  const { link } = await params;
  if ((await openTickets(link)) === undefined) return undefined;
  const { NewLink, Errors, Sale } = await getMessages();
  // Any text is compared with the Buyer's email, so that only the action knows whether it is wrong.
  const { wrong: _, ...words } = NewLink;
  return (
    <div className="gutter mx-auto flex w-full max-w-2xl flex-col gap-6 py-8 lg:py-14">
      <ToOrder locale={locale} link={link}>
        {Sale.backToOrder}
      </ToOrder>
      <div>
        <EmailForm action={makeNewLink} hidden={{ locale, link }} words={{ ...words, lost: Errors.lost }} />
      </div>
      <PageTitle>{NewLink.title}</PageTitle>
    </div>
  );
}
