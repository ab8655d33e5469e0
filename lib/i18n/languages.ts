type Spoken = {
  /** What the language calls itself. */
  readonly name: string;
  readonly direction: "ltr" | "rtl";
  /** Its region, for sites that show our links. */
  readonly region: string;
  /** What separates the items of a list. */
  readonly comma: string;
};

/** A record for each language; its messages are in `messages`. */
const SPOKEN = {
  en: { name: "English", direction: "ltr", region: "en_AU", comma: ", " },
  es: { name: "Español", direction: "ltr", region: "es_ES", comma: ", " },
  fr: { name: "Français", direction: "ltr", region: "fr_FR", comma: ", " },
  de: { name: "Deutsch", direction: "ltr", region: "de_DE", comma: ", " },
  ar: { name: "العربية", direction: "rtl", region: "ar_AE", comma: "، " },
} as const satisfies Readonly<Record<string, Spoken>>;

export type Locale = keyof typeof SPOKEN;
export type Language = Spoken & { readonly locale: Locale };

export const LOCALES = Object.keys(SPOKEN) as unknown as readonly [Locale, ...Locale[]];
export const LANGUAGES: readonly Language[] = LOCALES.map((locale) => ({ locale, ...SPOKEN[locale] }));

/** Returns the record of a language; that of English for a tag that is none. */
export function languageOf(locale: string): Language {
  return LANGUAGES.find((language) => language.locale === locale) ?? { locale: "en", ...SPOKEN.en };
}

export function directionOf(locale: string): "ltr" | "rtl" {
  return languageOf(locale).direction;
}
