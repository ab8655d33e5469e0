import type { Metadata } from "next";
import { routing } from "#i18n/routing.ts";
import { brand } from "#lib/env.ts";

/** Which of its countries a language is written for, as sites that show our links want to know. */
const REGIONS = { en: "en_AU", es: "es_ES", fr: "fr_FR", de: "de_DE", ar: "ar_AE" } as const;

/**
 * One page's own address in its language, where its other languages are, and how it is shared. `path` is written without
 * the language.
 */
export function placedAt(locale: string, path: string): Pick<Metadata, "alternates" | "openGraph" | "twitter"> {
  const languages = Object.fromEntries(routing.locales.map((other) => [other, `/${other}${path}`]));
  const regions = Object.entries(REGIONS);
  return {
    alternates: {
      canonical: `/${locale}${path}`,
      languages: { ...languages, "x-default": `/${routing.defaultLocale}${path}` },
    },
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
