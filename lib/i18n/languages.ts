import { type Locale, routing } from "#lib/i18n/routing.ts";

/** The name of each language in itself, and its direction. */
const SPOKEN: Readonly<Record<Locale, { readonly name: string; readonly direction: "ltr" | "rtl" }>> = {
  en: { name: "English", direction: "ltr" },
  es: { name: "Español", direction: "ltr" },
  fr: { name: "Français", direction: "ltr" },
  de: { name: "Deutsch", direction: "ltr" },
  ar: { name: "العربية", direction: "rtl" },
};

export type Language = (typeof SPOKEN)[Locale] & { readonly locale: Locale };

export const LANGUAGES: readonly Language[] = routing.locales.map((locale) => ({ locale, ...SPOKEN[locale] }));

export function directionOf(locale: string): "ltr" | "rtl" {
  return LANGUAGES.find((language) => language.locale === locale)?.direction ?? "ltr";
}
