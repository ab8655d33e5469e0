import assert from "node:assert/strict";
import { test } from "node:test";
import type { NextRequest } from "next/server";
import { GET } from "#app/route.ts";

function sentTo(accepted?: string): string | null {
  const headers = accepted === undefined ? {} : { "accept-language": accepted };
  return GET(new Request("http://localhost/", { headers }) as NextRequest).headers.get("location");
}

test("redirects to the browser's preferred supported language", () => {
  assert.equal(sentTo("de"), "/de");
  assert.equal(sentTo("fr-CA,fr;q=0.9,en;q=0.8"), "/fr");
  assert.equal(sentTo("ar-EG"), "/ar");
  assert.equal(sentTo("es-419;q=0.4, de-AT;q=0.7"), "/de");
  assert.equal(sentTo("ja, es;q=0.2"), "/es");
});

test("redirects to English without a supported language", () => {
  for (const accepted of ["ja,ko", "*", "", ";;;q=", "de;q=0", undefined]) assert.equal(sentTo(accepted), "/en");
});
