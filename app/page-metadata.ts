import type { Metadata } from "next";
import { currentBrand } from "#lib/catalogue/seller.ts";
import { env, isBuilding } from "#lib/env.ts";
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
  /** Its other forms for programs: an address for each type. */
  readonly types?: Readonly<Record<string, string>>;
};

/** Returns the metadata of a page: its description, its URL in every language, and how it is shared. */
export async function pageMetadata(
  locale: string,
  { title, description, path, types }: Listed,
): Promise<Pick<Metadata, "description" | "alternates" | "openGraph" | "twitter">> {
  return {
    description,
    alternates: { ...alternatesOf(locale, path), ...(types && { types }) },
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

/** Returns where programs read how to show a page in a frame, for its `types`. */
export function embeddingType(locale: string, path: string): Readonly<Record<string, string>> {
  const page = `${isBuilding() ? "" : env().FOYER_ORIGIN}/${locale}${path}`;
  return { "application/json+oembed": `/oembed?url=${encodeURIComponent(page)}` };
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
