import { Check, X } from "lucide";
import type { Metadata, Viewport } from "next";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { Document } from "#app/document.tsx";
import { documentTitle } from "#app/page-title.tsx";
import { ErrorWords } from "#components/site/error-page.tsx";
import { TestBanner } from "#components/site/site-header.tsx";
import { currentBrand } from "#lib/catalogue/seller.ts";
import { brand, env, isBuilding } from "#lib/env.ts";
import { type Locale, routing } from "#lib/i18n/routing.ts";
import { wordsOf } from "#lib/i18n/words-of.ts";
import { accentTokens } from "#lib/tickets/art/accent.ts";

/** The browser's own bars have the colour of the header. */
export async function siteViewport(): Promise<Viewport> {
  return {
    viewportFit: "cover",
    interactiveWidget: "resizes-content",
    colorScheme: "light dark",
    themeColor:
      brand().BRAND_HEADER === "accent"
        ? accentTokens((await currentBrand()).colour).light.fill
        : [
            { media: "(prefers-color-scheme: light)", color: "#f9fafc" },
            { media: "(prefers-color-scheme: dark)", color: "#0b0d12" },
          ],
  };
}

export function everyLocale() {
  return routing.locales.map((locale) => ({ locale }));
}

/** Each page renders its title itself: `app/page-title.tsx`. */
export function siteMetadata(): Metadata {
  return {
    ...(!isBuilding() && { metadataBase: new URL(env().FOYER_ORIGIN) }),
    formatDetection: { telephone: false, date: false, address: false },
  };
}

type SiteDocumentProps = { readonly locale: Locale; readonly children: ReactNode };

/** The document of a page of the shop or of the promoters: the link past the navigation, and the banner of a test system. */
export async function SiteDocument({ locale, children }: SiteDocumentProps) {
  const t = await getTranslations("Common");
  const cards = testCards();
  return (
    <Document locale={locale}>
      <a
        href="#content"
        className="sr-only rounded-md bg-surface px-4 py-3 font-semibold focus:not-sr-only focus:absolute focus:top-2 focus:start-2 focus:z-50"
      >
        {t("skip")}
      </a>
      {cards !== undefined && (
        <TestBanner
          title={t("testTitle")}
          text={t("testText")}
          cards={[
            { label: t("testGood"), icon: Check, number: cards.good },
            { label: t("testBad"), icon: X, number: cards.bad },
          ].filter(({ number }) => number !== "")}
        />
      )}
      {children}
    </Document>
  );
}

type SiteErrorWordsProps = SiteDocumentProps & { readonly list: { readonly href: string; readonly label: string } };

/** Gives the error page its texts; `list` is the page to go on from. */
export async function SiteErrorWords({ locale, list, children }: SiteErrorWordsProps) {
  const t = await getTranslations("Errors");
  return (
    <ErrorWords
      words={{
        title: t("errorTitle"),
        text: t("errorText"),
        retry: t("retry"),
        list,
        titleTemplate: await documentTitle("{title}"),
        titleWithError: wordsOf(locale).Errors.titleWithError,
      }}
    >
      {children}
    </ErrorWords>
  );
}

/** The cards of a test system; `undefined` in production and during a build. */
function testCards(): { readonly good: string; readonly bad: string } | undefined {
  if (isBuilding()) return undefined;
  const { FOYER_ENVIRONMENT, TEST_CARDS } = env();
  const [good = "", bad = ""] = TEST_CARDS;
  return FOYER_ENVIRONMENT === "production" ? undefined : { good, bad };
}
