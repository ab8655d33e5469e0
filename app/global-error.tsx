"use client";

import { useEffect, useState } from "react";
import { directionOf } from "#lib/i18n/languages.ts";
import { globalErrorEnglish } from "./global-error-english.ts";

type Messages = { readonly Errors: { readonly errorTitle: string; readonly retry: string } };

/**
 * The page shown when even the layout has failed. Every page loads this code, so the texts in the language of the URL are requested
 * only when it is shown. Until they arrive, or if they do not, its texts are English.
 */
export default function GlobalError({ retry }: { readonly retry: () => void }) {
  const [{ locale, words }, setSpoken] = useState({ locale: "en", words: globalErrorEnglish });
  useEffect(() => {
    const [, locale = ""] = window.location.pathname.split("/");
    import(`../messages/${locale}.json`).then(
      ({ Errors }: Messages) => setSpoken({ locale, words: { title: Errors.errorTitle, retry: Errors.retry } }),
      () => {},
    );
  }, []);
  return (
    <html lang={locale} dir={directionOf(locale)}>
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
