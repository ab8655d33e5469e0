import "server-only";

import type { Metadata } from "next";
import { setRequestLocale } from "next-intl/server";
import type { ReactNode } from "react";
import { setCachedPageStatus } from "#lib/catalogue/read.ts";
import { type Locale, localeFrom } from "#lib/i18n/routing.ts";
import { undefinedOnFault } from "#lib/ticketing/client/fault.ts";

type Props = { readonly params: Promise<{ readonly locale: string }> };

type Fallback = (props: { readonly locale: Locale }) => ReactNode | Promise<ReactNode>;

/** What a static page shows if nothing is at its address, and if the ticketing service did not answer. */
type Fallbacks = {
  readonly Missing: Fallback;
  readonly Unavailable: Fallback;
};

/**
 * Makes a static page. `Page` returns `undefined` if nothing is at the address; the page then shows `Missing` with the status
 * 404. After a fault of the service it shows `Unavailable` with 503. If either were thrown, a browser without script would show
 * an empty page.
 */
export function staticPage<P extends Props>(
  Page: (props: P, locale: Locale) => Promise<ReactNode>,
  { Missing, Unavailable }: Fallbacks,
) {
  return async function StaticPage(props: P): Promise<ReactNode> {
    const locale = localeFrom((await props.params).locale);
    setRequestLocale(locale);
    const answer = await undefinedOnFault(Page(props, locale).then((page) => ({ page })));
    if (answer?.page !== undefined) return answer.page;
    await setCachedPageStatus(answer === undefined ? 503 : 404);
    return answer === undefined ? <Unavailable locale={locale} /> : <Missing locale={locale} />;
  };
}

/** Makes the metadata of a static page. `metadataOf` returns `undefined` if nothing is at the address. */
export function staticMetadata<P extends Props>(
  metadataOf: (props: P, locale: Locale) => Promise<Metadata | undefined>,
) {
  return async function generateMetadata(props: P): Promise<Metadata> {
    const locale = localeFrom((await props.params).locale);
    return (await undefinedOnFault(metadataOf(props, locale))) ?? { robots: { index: false } };
  };
}
