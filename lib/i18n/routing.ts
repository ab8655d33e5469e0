import { defineRouting } from "next-intl/routing";
import { hasLocale } from "use-intl/core";

/** The language is always in the URL, so that a page is the same for everyone. */
export const routing = defineRouting({
  locales: ["en", "es", "fr", "de", "ar"],
  defaultLocale: "en",
  localePrefix: "always",
});

export type Locale = (typeof routing.locales)[number];

/** Returns the language of a form: an action has no URL with a language. */
export function localeOf(form: FormData): Locale {
  const locale = form.get("locale");
  return hasLocale(routing.locales, locale) ? locale : routing.defaultLocale;
}

/** Returns the language of a URL segment. Throws not-found for any other. */
export function localeFrom(segment: string): Locale {
  return hasLocale(routing.locales, segment) ? segment : routing.defaultLocale;
}
