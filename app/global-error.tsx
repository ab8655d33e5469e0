"use client";

import { useEffect, useState } from "react";
import { globalErrorEnglish } from "./global-error-english.ts";

/**
 * The page shown when even the layout has failed. Every page loads it, so its words in the language of the URL are in a file that
 * is requested only now. Until that arrives, or if it does not, it speaks English.
 */
export default function GlobalError({ retry }: { readonly retry: () => void }) {
  const [{ locale, words }, setSpoken] = useState({ locale: "en", words: globalErrorEnglish });
  useEffect(() => {
    import("./global-error-words.ts").then(
      ({ globalErrorWords }) => {
        const [, locale = ""] = window.location.pathname.split("/");
        const words = globalErrorWords[locale];
        if (words !== undefined) setSpoken({ locale, words });
      },
      () => {},
    );
  }, []);
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
