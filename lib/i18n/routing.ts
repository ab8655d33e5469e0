import { defineRouting } from "next-intl/routing";
import { hasLocale } from "use-intl/core";
import { LOCALES, type Locale } from "#lib/i18n/languages.ts";

export type { Locale } from "#lib/i18n/languages.ts";

/** The language is always in the URL, so that a page is the same for everyone. */
export const routing = defineRouting({
  locales: LOCALES,
  defaultLocale: "en",
  localePrefix: "always",
});

/** Returns the language of a form: an action has no URL with a language. */
export function localeOf(form: FormData): Locale {
  return localeFrom(form.get("locale"));
}

/** Returns the named language; the default one for any other value. */
export function localeFrom(named: unknown): Locale {
  return hasLocale(routing.locales, named) ? named : routing.defaultLocale;
}
