"use client";

import { type GlobalErrorWords, globalErrorWords } from "./global-error-words.ts";

/** Plain on purpose: when even the layout has failed, this must need nothing. Of the language only the address is left. */
export default function GlobalError({ retry }: { readonly retry: () => void }) {
  const [locale, words] = spoken();
  return (
    <html lang={locale} dir={locale === "ar" ? "rtl" : "ltr"}>
      <body>
        <title>{words.title}</title>
        <h1>{words.title}</h1>
        <button type="button" onClick={() => retry()}>
          {words.retry}
        </button>
      </body>
    </html>
  );
}

function spoken(): readonly [locale: string, words: GlobalErrorWords] {
  const [, locale = ""] = typeof window === "undefined" ? [] : window.location.pathname.split("/");
  const words = globalErrorWords[locale];
  return words === undefined ? ["en", globalErrorWords.en] : [locale, words];
}
