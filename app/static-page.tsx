import "server-only";

import type { Metadata } from "next";
import { getTranslations, setRequestLocale } from "next-intl/server";
import type { ComponentType, ReactNode } from "react";
import { localeFrom } from "#i18n/locale-of.ts";
import type { Locale } from "#i18n/routing.ts";
import { answerWith } from "#lib/catalogue/read.ts";
import { TicketingFault } from "#lib/ticketing/client/fault.ts";

type Props = { readonly params: Promise<{ readonly locale: string }> };

/** What a static page says where nothing is at its address, and where the ticketing service did not answer. */
type Answers = {
  readonly Missing: (props: { readonly locale: Locale }) => ReactNode | Promise<ReactNode>;
  readonly Unavailable: ComponentType;
};

/**
 * Makes a static page from a function that returns `undefined` where nothing is at the address. That is said with words and the status
 * 404, a fault of the service with the status 503: thrown, either would leave an empty page to a browser without a script.
 */
export function staticPage<P extends Props>(
  Page: (props: P, locale: Locale) => Promise<ReactNode>,
  { Missing, Unavailable }: Answers,
) {
  return async function StaticPage(props: P): Promise<ReactNode> {
    const locale = localeFrom((await props.params).locale);
    setRequestLocale(locale);
    const page = await unlessUnanswered(() => Page(props, locale));
    if (page !== undefined && page !== UNANSWERED) return page;
    await answerWith(page === undefined ? 404 : 503);
    return page === undefined ? <Missing locale={locale} /> : <Unavailable />;
  };
}

/** Makes the metadata of a static page from a function that returns `undefined` where nothing is at the address. */
export function staticMetadata<P extends Props>(
  metadataOf: (props: P, locale: Locale) => Promise<Metadata | undefined>,
) {
  return async function generateMetadata(props: P): Promise<Metadata> {
    const locale = localeFrom((await props.params).locale);
    const metadata = await unlessUnanswered(() => metadataOf(props, locale));
    if (metadata !== undefined && metadata !== UNANSWERED) return metadata;
    const t = await getTranslations({ locale, namespace: "Errors" });
    return { title: t(metadata === undefined ? "notFoundTitle" : "errorTitle"), robots: { index: false } };
  };
}

const UNANSWERED = Symbol("unanswered");

async function unlessUnanswered<T>(work: () => Promise<T>): Promise<T | typeof UNANSWERED> {
  try {
    return await work();
  } catch (fault) {
    // It is logged where the catalogue is read.
    if (fault instanceof TicketingFault) return UNANSWERED;
    throw fault;
  }
}
