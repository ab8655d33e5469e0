import { hasLocale } from "next-intl";
import { getRequestConfig } from "next-intl/server";
import { routing } from "#lib/i18n/routing.ts";
import { wordsOf } from "#lib/i18n/words-of.ts";

export default getRequestConfig(async ({ requestLocale }) => {
  const requested = await requestLocale;
  const locale = hasLocale(routing.locales, requested) ? requested : routing.defaultLocale;
  return { locale, messages: wordsOf(locale), timeZone: "UTC" };
});
