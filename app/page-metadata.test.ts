import assert from "node:assert/strict";
import { test } from "node:test";
import { pageMetadata } from "#app/page-metadata.ts";

test("a page has its canonical URL, its alternates and its share metadata", () => {
  const { alternates, openGraph, twitter } = pageMetadata("ar", "/events/7");
  assert.deepEqual(alternates, {
    canonical: "/ar/events/7",
    languages: {
      en: "/en/events/7",
      es: "/es/events/7",
      fr: "/fr/events/7",
      de: "/de/events/7",
      ar: "/ar/events/7",
      "x-default": "/en/events/7",
    },
  });
  assert.deepEqual(openGraph, {
    type: "website",
    siteName: "Foyer",
    url: "/ar/events/7",
    locale: "ar_AE",
    alternateLocale: ["en_AU", "es_ES", "fr_FR", "de_DE"],
  });
  assert.deepEqual(twitter, { card: "summary_large_image" });
});
