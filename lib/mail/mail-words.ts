import "server-only";

import { createTranslator } from "use-intl/core";
import { directionOf } from "#lib/i18n/languages.ts";
import { localeFrom } from "#lib/i18n/routing.ts";
import { plainLine } from "#lib/i18n/words.ts";
import { wordsOf } from "#lib/i18n/words-of.ts";
import type { Letter } from "./letter.ts";
import type { EventFacts, Shop } from "./mail-facts.ts";

/** Returns the words of messages in one language. */
export function mailWords(language: string) {
  const locale = localeFrom(language);
  const messages = wordsOf(locale);
  const options = { locale, messages };
  return {
    mail: createTranslator({ ...options, namespace: "Mail" }),
    sale: createTranslator({ ...options, namespace: "Sale" }),
    cart: createTranslator({ ...options, namespace: "Cart" }),
    seller: createTranslator({ ...options, namespace: "Seller" }),
    guests: createTranslator({ ...options, namespace: "Guests" }),
    facts: createTranslator({ ...options, namespace: "Facts" }),
  };
}

export type MailWords = ReturnType<typeof mailWords>;

/** Returns what all letters share. The language is one that has words. */
export function envelope({ language, brand }: Shop): Pick<Letter, "language" | "direction" | "brand"> {
  const locale = localeFrom(language);
  return { language: locale, direction: directionOf(locale), brand };
}

/** Returns "The Tempest", or "The Tempest and 2 more events". */
export function eventsInWords(events: readonly Pick<EventFacts, "name">[], { mail }: MailWords): string {
  const [first = "", ...others] = [...new Set(events.map(({ name }) => name))];
  return others.length === 0 ? first : mail("moreEvents", { event: first, count: others.length });
}

/**
 * Returns facts without line breaks, control characters and direction overrides in any text: no name starts a line of
 * its own in the plain text, or reverses the text after it.
 */
export function plainFacts<T>(facts: T): T {
  if (typeof facts === "string") return plainLine(facts) as T;
  if (Array.isArray(facts)) return facts.map(plainFacts) as T;
  if (typeof facts !== "object" || facts === null) return facts;
  return Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, plainFacts(value)])) as T;
}
