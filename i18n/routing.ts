import { defineRouting } from "next-intl/routing";

/** The language is always in the address, so that a page is the same for everybody who asks for it. */
export const routing = defineRouting({
  locales: ["en", "es", "fr", "de", "ar"],
  defaultLocale: "en",
  localePrefix: "always",
});

export type Locale = (typeof routing.locales)[number];
