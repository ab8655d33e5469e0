import { defineRouting } from "next-intl/routing";

/** The language is always in the URL, so that a page is the same for everyone. */
export const routing = defineRouting({
  locales: ["en", "es", "fr", "de", "ar"],
  defaultLocale: "en",
  localePrefix: "always",
});

export type Locale = (typeof routing.locales)[number];
