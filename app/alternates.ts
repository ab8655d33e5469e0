import type { Metadata } from "next";
import { routing } from "#lib/i18n/routing.ts";

/** Returns a page's canonical URL and its URLs in other languages. `path` is without the language. */
export function alternatesOf(locale: string, path: string): NonNullable<Metadata["alternates"]> {
  const languages = Object.fromEntries(routing.locales.map((other) => [other, `/${other}${path}`]));
  return {
    canonical: `/${locale}${path}`,
    languages: { ...languages, "x-default": `/${routing.defaultLocale}${path}` },
  };
}
