"use client";

import { type GlobalErrorWords, globalErrorWords } from "./global-error-words.ts";

/** The page shown when even the layout has failed, so it depends on nothing. It takes the language from the URL. */
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
