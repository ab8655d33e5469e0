import assert from "node:assert/strict";
import { test } from "node:test";
import { routing } from "#i18n/routing.ts";
import { sitemapIndexOf, sitemapOf } from "./sitemap-page-list.ts";

test("ten thousand events are twenty sitemaps and one of pages", () => {
  const index = sitemapIndexOf("https://tickets.example", 10_000);
  const named = [...index.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address);
  assert.equal(named.length, 21);
  assert.equal(named[0], "https://tickets.example/sitemaps/pages.xml");
  assert.equal(named.at(-1), "https://tickets.example/sitemaps/events-20.xml");
  assert.equal([...sitemapIndexOf("https://tickets.example", 0).matchAll(/<loc>/g)].length, 1);
});

test("a page is named in every language, and each names the others", () => {
  const text = sitemapOf("https://tickets.example", [
    { path: "/events/7", modifiedAt: "2026-12-04T06:30:00.000+00:00" },
  ]);
  for (const locale of routing.locales)
    assert.ok(text.includes(`<loc>https://tickets.example/${locale}/events/7</loc>`));
  const alternates = [...text.matchAll(/hreflang="([^"]+)"/g)].map(([, language]) => language);
  assert.equal(alternates.length, routing.locales.length * (routing.locales.length + 1));
  assert.ok(text.includes("<lastmod>2026-12-04T06:30:00.000+00:00</lastmod>"));
});

test("no sign of an address breaks the document", () => {
  assert.ok(sitemapOf("https://tickets.example", [{ path: "/a?b=1&c=<" }]).includes("/a?b=1&amp;c=&lt;"));
});
