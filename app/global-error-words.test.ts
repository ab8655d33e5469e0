import assert from "node:assert/strict";
import { test } from "node:test";
import ar from "#messages/ar.json" with { type: "json" };
import de from "#messages/de.json" with { type: "json" };
import en from "#messages/en.json" with { type: "json" };
import es from "#messages/es.json" with { type: "json" };
import fr from "#messages/fr.json" with { type: "json" };
import { globalErrorEnglish } from "./global-error-english.ts";
import { globalErrorWords } from "./global-error-words.ts";

test("the global error page has the error page's title and button in every language", () => {
  const expected = Object.entries({ en, es, fr, de, ar }).map(([locale, { Errors }]) => {
    return [locale, { title: Errors.errorTitle, retry: Errors.retry }];
  });
  assert.deepEqual({ en: globalErrorEnglish, ...globalErrorWords }, Object.fromEntries(expected));
});
