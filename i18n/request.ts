import { hasLocale } from "next-intl";
import { getRequestConfig } from "next-intl/server";
import { routing } from "#i18n/routing.ts";
import en from "#messages/en.json" with { type: "json" };

const MESSAGES = { en };

export default getRequestConfig(async ({ requestLocale }) => {
  const asked = await requestLocale;
  const locale = hasLocale(routing.locales, asked) ? asked : routing.defaultLocale;
  return { locale, messages: MESSAGES[locale], timeZone: "UTC" };
});
