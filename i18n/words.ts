import { hasLocale } from "next-intl";
import { routing } from "#i18n/routing.ts";
import en from "#messages/en.json" with { type: "json" };

const MESSAGES = { en };

/**
 * The words themselves, for a component that runs in the browser: it is handed the few that it needs, already in its
 * language, and no message parser.
 */
export function wordsOf(locale: string): typeof en {
  return MESSAGES[hasLocale(routing.locales, locale) ? locale : routing.defaultLocale];
}
