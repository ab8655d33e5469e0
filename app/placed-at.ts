import type { Metadata } from "next";
import { alternatesOf } from "#app/alternates.ts";
import { brand } from "#lib/env.ts";

/** Which of its countries a language is written for, as sites that show our links want to know. */
const REGIONS = { en: "en_AU", es: "es_ES", fr: "fr_FR", de: "de_DE", ar: "ar_AE" } as const;

/** Where a page is, in its language and in the others, and how it is shared. `path` is written without the language. */
export function placedAt(locale: string, path: string): Pick<Metadata, "alternates" | "openGraph" | "twitter"> {
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
