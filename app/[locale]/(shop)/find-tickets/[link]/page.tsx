import { RedirectType } from "next/navigation";
import { redirect } from "#lib/i18n/navigation.ts";
import { localeFrom } from "#lib/i18n/routing.ts";
import { openFoundLink } from "#lib/session/links/links.ts";
import { failureOnFault } from "#lib/ticketing/client/fault.ts";

/** The link in a mail requested on "Find my tickets": redirects to the order's page, for a day. Opening it changes nothing. */
export default async function FoundLinkPage({ params }: PageProps<"/[locale]/find-tickets/[link]">) {
  const { locale: segment, link } = await params;
  const locale = localeFrom(segment);
  // Where the service does not answer whether it has ended, the order's page says so.
  const opened = await failureOnFault(openFoundLink(link));
  const href = opened === undefined ? "/find-tickets?ended=1" : `/sales/${link}`;
  return redirect({ href, locale }, RedirectType.replace);
}
