import "#app/shop.css";
import "./frame.css";
import type { Metadata } from "next";
import { getTranslations, setRequestLocale } from "next-intl/server";
import { Document } from "#app/document.tsx";
import { ErrorWords } from "#components/site/error-page.tsx";
import { FollowSource } from "#components/site/follow-source.tsx";
import { sitesAreRead } from "#lib/catalogue/seller.ts";
import { env, isBuilding } from "#lib/env.ts";
import { localeFrom, routing } from "#lib/i18n/routing.ts";
import { wordsOf } from "#lib/i18n/words-of.ts";

export const metadata: Metadata = { robots: { index: false } };

export function generateStaticParams() {
  return routing.locales.map((locale) => ({ locale }));
}

/** The layout of a frame on a promoter's page: without header and footer, which that page has. */
export default async function FrameLayout({ params, children }: LayoutProps<"/[locale]">) {
  const locale = localeFrom((await params).locale);
  setRequestLocale(locale);
  const [common, errors, kit] = await Promise.all([
    getTranslations("Common"),
    getTranslations("Errors"),
    getTranslations("Kit"),
    sitesAreRead(),
  ]);
  const isReal = isBuilding() || env().FOYER_ENVIRONMENT === "production";
  return (
    <Document locale={locale} theme="light">
      <FollowSource />
      {/* Labelled, since the host's page has its own main landmark. */}
      <main aria-label={kit("label")} className="mx-auto flex w-full max-w-3xl flex-col gap-4 px-5 py-4">
        {!isReal && (
          <p className="rounded-md bg-warn-soft px-4 py-2 text-sm font-semibold text-warn">{common("testTitle")}</p>
        )}
        <ErrorWords
          words={{
            title: errors("errorTitle"),
            text: errors("errorText"),
            retry: errors("retry"),
            titleTemplate: "{title}",
            titleWithError: wordsOf(locale).Errors.titleWithError,
          }}
        >
          {children}
        </ErrorWords>
      </main>
    </Document>
  );
}
