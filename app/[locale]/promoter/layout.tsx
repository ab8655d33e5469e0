import "./promoter.css";
import type { Route } from "next";
import { getTranslations, setRequestLocale } from "next-intl/server";
import { everyLocale, SiteDocument, siteMetadata, siteViewport } from "#app/[locale]/site-document.tsx";
import { documentTitle } from "#app/page-title.tsx";
import { ErrorWords } from "#components/site/error-page.tsx";
import { localeFrom } from "#lib/i18n/routing.ts";
import { wordsOf } from "#lib/i18n/words-of.ts";

export const generateViewport = siteViewport;
export const generateStaticParams = everyLocale;
export const generateMetadata = siteMetadata;

/** The document of the promoters' pages. It knows no session, and guards nothing: `promoterPage` draws the navigation of each page. */
export default async function PromoterLayout({ params, children }: LayoutProps<"/[locale]/promoter">) {
  const locale = localeFrom((await params).locale);
  setRequestLocale(locale);
  const [t, errors] = await Promise.all([getTranslations("Common"), getTranslations("Errors")]);
  const home = `/${locale}/promoter` as Route;
  return (
    <SiteDocument locale={locale}>
      <ErrorWords
        words={{
          title: errors("errorTitle"),
          text: errors("errorText"),
          retry: errors("retry"),
          list: { href: home, label: t("forPromoters") },
          titleTemplate: documentTitle("{title}"),
          titleWithError: wordsOf(locale).Errors.titleWithError,
        }}
      >
        {children}
      </ErrorWords>
    </SiteDocument>
  );
}
