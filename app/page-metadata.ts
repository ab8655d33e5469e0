import type { Metadata } from "next";
import { brand } from "#lib/env.ts";
import { LANGUAGES, languageOf } from "#lib/i18n/languages.ts";
import { routing } from "#lib/i18n/routing.ts";
import { wordsOf } from "#lib/i18n/words-of.ts";

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

/** The metadata of a page that search engines do not list. */
export const NOT_INDEXED: Metadata = { robots: { index: false } };

/** The metadata of a page whose address may be a secret. */
export const SECRET_ADDRESS: Metadata = { robots: { index: false, follow: false }, referrer: "same-origin" };

/** Makes the metadata of a page whose title is one of the messages. */
export function titleMetadata(titleIn: (messages: ReturnType<typeof wordsOf>) => string, more: Metadata = {}) {
  return async ({ params }: { readonly params: Promise<{ readonly locale: string }> }): Promise<Metadata> => ({
    title: titleIn(wordsOf((await params).locale)),
    ...more,
  });
}
