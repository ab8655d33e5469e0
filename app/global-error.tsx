"use client";

import { useEffect, useState } from "react";
import { directionOf } from "#lib/i18n/languages.ts";
import { globalErrorEnglish } from "./global-error-english.ts";

type Messages = {
  readonly Errors: { readonly errorTitle: string; readonly errorText: string; readonly retry: string };
};

/**
 * The page shown when even the layout has failed. Every page loads this code, so the texts in the language of the URL are requested
 * only when it is shown. Until they arrive, or if they do not, its texts are English.
 */
export default function GlobalError({ retry }: { readonly retry: () => void }) {
  const [{ locale, words }, setSpoken] = useState({ locale: "en", words: globalErrorEnglish });
  useEffect(() => {
    const [, locale = ""] = window.location.pathname.split("/");
    import(`../messages/${locale}.json`).then(
      ({ Errors: { errorTitle, errorText, retry } }: Messages) =>
        setSpoken({ locale, words: { title: errorTitle, text: errorText, retry } }),
      () => {},
    );
  }, []);
  return (
    <html lang={locale} dir={directionOf(locale)}>
      {/* The stylesheets of the page that failed stay. */}
      <body>
        <title>{words.title}</title>
        <main className="gutter mx-auto flex max-w-2xl flex-col items-start gap-5 py-16">
          <h1 className="text-3xl">{words.title}</h1>
          <p className="text-lg text-ink-muted">{words.text}</p>
          <button
            type="button"
            onClick={() => retry()}
            className="tap rounded-lg bg-accent px-5 py-3 font-semibold text-accent-on hover:bg-accent-hover"
          >
            {words.retry}
          </button>
        </main>
      </body>
    </html>
  );
}
