import { getRequestConfig } from "next-intl/server";
import { localeFrom } from "#lib/i18n/routing.ts";
import { wordsOf } from "#lib/i18n/words-of.ts";

export default getRequestConfig(async ({ requestLocale }) => {
  const requested = await requestLocale;
  const locale = localeFrom(requested);
  return { locale, messages: wordsOf(locale), timeZone: "UTC" };
});
