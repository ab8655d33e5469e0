import "server-only";

import { createTranslator } from "use-intl/core";
import { localeFrom } from "#lib/i18n/routing.ts";
import { wordsOf } from "#lib/i18n/words-of.ts";

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
