import assert from "node:assert/strict";
import { test } from "node:test";
import en from "#messages/en.json" with { type: "json" };
import { globalErrorEnglish } from "./global-error-english.ts";

test("the global error page has the error page's title and button", () => {
  assert.deepEqual(globalErrorEnglish, { title: en.Errors.errorTitle, retry: en.Errors.retry });
});
