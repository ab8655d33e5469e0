import { hasLocale } from "use-intl/core";
import { type Locale, routing } from "#lib/i18n/routing.ts";

/** Returns the language of a form: an action has no URL with a language. */
export function localeOf(form: FormData): Locale {
  const locale = form.get("locale");
  return hasLocale(routing.locales, locale) ? locale : routing.defaultLocale;
}

/** Returns the language of a URL segment. Throws not-found for any other. */
export function localeFrom(segment: string): Locale {
  return hasLocale(routing.locales, segment) ? segment : routing.defaultLocale;
}
