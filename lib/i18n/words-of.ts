import { type Locale, localeFrom } from "#lib/i18n/routing.ts";
import ar from "#messages/ar.json" with { type: "json" };
import de from "#messages/de.json" with { type: "json" };
import en from "#messages/en.json" with { type: "json" };
import es from "#messages/es.json" with { type: "json" };
import fr from "#messages/fr.json" with { type: "json" };

/** A language may have more plural forms than English, and has every message of English. */
const MESSAGES: Readonly<Record<Locale, typeof en>> = { en, es, fr, de, ar };

/** Returns the messages of a language. A client component gets the few that it needs, without a message parser. */
export function wordsOf(locale: string): typeof en {
  return MESSAGES[localeFrom(locale)];
}
