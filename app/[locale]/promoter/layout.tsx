import type { Route } from "next";
import { getTranslations, setRequestLocale } from "next-intl/server";
import { everyLocale, SiteDocument, siteMetadata, siteViewport } from "#app/[locale]/site-document.tsx";
import { documentTitle } from "#app/page-title.tsx";
import { ErrorWords } from "#components/site/error-page.tsx";
import { brand } from "#lib/env.ts";
import { localeFrom } from "#lib/i18n/routing.ts";
import { wordsOf } from "#lib/i18n/words-of.ts";

export const generateViewport = siteViewport;
export const generateStaticParams = everyLocale;
export const generateMetadata = siteMetadata;

/** The layout of the promoters' pages: no cart, and nothing that is read for buyers. It guards nothing: each page does. */
export default async function PromoterLayout({ params, children }: LayoutProps<"/[locale]">) {
  const locale = localeFrom((await params).locale);
  setRequestLocale(locale);
  const [t, errors] = await Promise.all([getTranslations("Common"), getTranslations("Errors")]);
  const home = `/${locale}/promoter` as Route;
  return (
    <SiteDocument locale={locale}>
      <header className="gutter mx-auto flex w-full max-w-6xl py-3">
        <a href={home} className="tap font-display text-xl font-extrabold no-underline">
          <bdi>{brand().BRAND_NAME}</bdi>
        </a>
      </header>
      <main id="content" tabIndex={-1} className="flex-1 outline-none">
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
      </main>
    </SiteDocument>
  );
}
