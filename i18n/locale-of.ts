import { hasLocale } from "next-intl";
import { type Locale, routing } from "#i18n/routing.ts";

/** An action is told by its form which language the page was in; it has no address of its own. */
export function localeOf(form: FormData): Locale {
  const locale = form.get("locale");
  return hasLocale(routing.locales, locale) ? locale : routing.defaultLocale;
}

/** The language in an address; a page under any other has none, and is not found before it asks. */
export function localeFrom(segment: string): Locale {
  return hasLocale(routing.locales, segment) ? segment : routing.defaultLocale;
}
