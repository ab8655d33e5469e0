import type { Metadata } from "next";
import { brand } from "#lib/env.ts";
import { routing } from "#lib/i18n/routing.ts";

/** The region of each language, for sites that show our links. */
const REGIONS = { en: "en_AU", es: "es_ES", fr: "fr_FR", de: "de_DE", ar: "ar_AE" } as const;

/** Returns the metadata of a page: its URL in every language, and how it is shared. `path` is without the language. */
export function pageMetadata(locale: string, path: string): Pick<Metadata, "alternates" | "openGraph" | "twitter"> {
  const regions = Object.entries(REGIONS);
  return {
    alternates: alternatesOf(locale, path),
    openGraph: {
      type: "website",
      siteName: brand().BRAND_NAME,
      url: `/${locale}${path}`,
      locale: regions.find(([language]) => language === locale)?.[1] ?? REGIONS.en,
      alternateLocale: regions.filter(([language]) => language !== locale).map(([, region]) => region),
    },
    twitter: { card: "summary_large_image" },
  };
}

/** Returns a page's canonical URL and its URLs in other languages. `path` is without the language. */
function alternatesOf(locale: string, path: string): NonNullable<Metadata["alternates"]> {
  const languages = Object.fromEntries(routing.locales.map((other) => [other, `/${other}${path}`]));
  return {
    canonical: `/${locale}${path}`,
    languages: { ...languages, "x-default": `/${routing.defaultLocale}${path}` },
  };
}
