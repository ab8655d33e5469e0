import type { Metadata } from "next";
import { currentBrand } from "#lib/catalogue/seller.ts";
import { LANGUAGES, languageOf } from "#lib/i18n/languages.ts";
import { routing } from "#lib/i18n/routing.ts";
import { documentTitle } from "./page-title.tsx";

/** A page as search engines list it and as it is shared. */
type Listed = {
  /** The page's own, without the shop. */
  readonly title: string;
  readonly description: string;
  /** Without the language. */
  readonly path: string;
};

/** Returns the metadata of a page: its description, its URL in every language, and how it is shared. */
export async function pageMetadata(
  locale: string,
  { title, description, path }: Listed,
): Promise<Pick<Metadata, "description" | "alternates" | "openGraph" | "twitter">> {
  return {
    description,
    alternates: alternatesOf(locale, path),
    openGraph: {
      type: "website",
      title: await documentTitle(title),
      siteName: (await currentBrand()).name,
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

/** The metadata of a page that search engines do not list. */
export const NOT_INDEXED: Metadata = { robots: { index: false } };

/** The metadata of a page whose address may be a secret. */
export const SECRET_ADDRESS: Metadata = { robots: { index: false, follow: false }, referrer: "same-origin" };
