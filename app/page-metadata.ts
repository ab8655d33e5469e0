import type { Metadata } from "next";
import { brand } from "#lib/env.ts";
import { LANGUAGES, languageOf } from "#lib/i18n/languages.ts";
import { routing } from "#lib/i18n/routing.ts";

/** Returns the metadata of a page: its URL in every language, and how it is shared. `path` is without the language. */
export function pageMetadata(locale: string, path: string): Pick<Metadata, "alternates" | "openGraph" | "twitter"> {
  return {
    alternates: alternatesOf(locale, path),
    openGraph: {
      type: "website",
      siteName: brand().BRAND_NAME,
      url: `/${locale}${path}`,
      locale: languageOf(locale).region,
      alternateLocale: LANGUAGES.filter((language) => language.locale !== locale).map(({ region }) => region),
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
