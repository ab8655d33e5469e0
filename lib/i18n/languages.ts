type Spoken = {
  /** What the language calls itself. */
  readonly name: string;
  readonly direction: "ltr" | "rtl";
  /** Its region, for sites that show our links. */
  readonly region: string;
  /** What separates the items of a list. */
  readonly comma: string;
  /** The word that follows a time of day. */
  readonly afterTime?: string;
};

/** A record for each language; its messages are in `messages`. */
const SPOKEN = {
  en: { name: "English", direction: "ltr", region: "en_AU", comma: ", " },
  es: { name: "Español", direction: "ltr", region: "es_ES", comma: ", " },
  fr: { name: "Français", direction: "ltr", region: "fr_FR", comma: ", " },
  de: { name: "Deutsch", direction: "ltr", region: "de_DE", comma: ", ", afterTime: "Uhr" },
  ar: { name: "العربية", direction: "rtl", region: "ar_AE", comma: "، " },
} as const satisfies Readonly<Record<string, Spoken>>;

export type Locale = keyof typeof SPOKEN;
type Language = Spoken & { readonly locale: Locale };

export const LOCALES = Object.keys(SPOKEN) as unknown as readonly [Locale, ...Locale[]];
export const LANGUAGES: readonly Language[] = LOCALES.map((locale) => ({ locale, ...SPOKEN[locale] }));

/** Returns the record of a language; that of English for a tag that is none. */
export function languageOf(locale: string): Language {
  return LANGUAGES.find((language) => language.locale === locale) ?? { locale: "en", ...SPOKEN.en };
}

export function directionOf(locale: string): "ltr" | "rtl" {
  return languageOf(locale).direction;
}

/** Returns the best supported language of an Accept-Language header; the first of ours without one. */
export function preferredLocale(accepted: string | null | undefined): Locale {
  const preferences = (accepted ?? "")
    .slice(0, 200)
    .split(",")
    .map((part) => {
      const [tag = "", ...parameters] = part.trim().split(";");
      const weight = parameters.find((parameter) => parameter.trim().startsWith("q="));
      return { tag: tag.toLowerCase(), weight: weight === undefined ? 1 : Number(weight.trim().slice(2)) };
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight);
  for (const { tag } of preferences) {
    const found = LOCALES.find((locale) => tag === locale || tag.startsWith(`${locale}-`));
    if (found !== undefined) return found;
  }
  return LOCALES[0];
}
