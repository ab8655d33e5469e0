import assert from "node:assert/strict";
import { test } from "node:test";
import en from "#messages/en.json" with { type: "json" };
import { globalErrorEnglish } from "./global-error-english.ts";

test("the global error page has the error page's words", () => {
  const { errorTitle: title, errorText: text, retry } = en.Errors;
  assert.deepEqual(globalErrorEnglish, { title, text, retry });
});
