import { RedirectType } from "next/navigation";
import { redirect } from "#lib/i18n/navigation.ts";
import { localeFrom } from "#lib/i18n/routing.ts";
import { openFoundLink } from "#lib/session/links/links.ts";

/** The link in a mail requested on "Find my tickets": redirects to the order's page, for a day. Opening it changes nothing. */
export default async function FoundLinkPage({ params }: PageProps<"/[locale]/find-tickets/[link]">) {
  const { locale: segment, link } = await params;
  const locale = localeFrom(segment);
  const keys = await openFoundLink(link);
  const href = keys === undefined ? "/find-tickets?ended=1" : `/sales/${link}`;
  return redirect({ href, locale }, RedirectType.replace);
}
