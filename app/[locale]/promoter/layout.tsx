import "./promoter.css";
import type { Route } from "next";
import { getTranslations, setRequestLocale } from "next-intl/server";
import { everyLocale, SiteDocument, SiteErrorWords, siteMetadata, siteViewport } from "#app/[locale]/site-document.tsx";
import { localeFrom } from "#lib/i18n/routing.ts";

export const generateViewport = siteViewport;
export const generateStaticParams = everyLocale;
export const generateMetadata = siteMetadata;

/** The document of the promoters' pages. It knows no session, and guards nothing: `promoterPage` draws the navigation of each page. */
export default async function PromoterLayout({ params, children }: LayoutProps<"/[locale]/promoter">) {
  const locale = localeFrom((await params).locale);
  setRequestLocale(locale);
  const t = await getTranslations("Common");
  const home = `/${locale}/promoter` as Route;
  return (
    <SiteDocument locale={locale}>
      <SiteErrorWords locale={locale} list={{ href: home, label: t("forPromoters") }}>
        {children}
      </SiteErrorWords>
    </SiteDocument>
  );
}
