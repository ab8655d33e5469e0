import assert from "node:assert/strict";
import { test } from "node:test";
import { routing } from "#i18n/routing.ts";
import { sitemapIndexOf, sitemapOf } from "./sitemap-page-list.ts";

test("ten thousand events make twenty sitemaps and one of pages", () => {
  const index = sitemapIndexOf("https://tickets.example", 10_000);
  const named = [...index.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address);
  assert.equal(named.length, 21);
  assert.equal(named[0], "https://tickets.example/sitemaps/pages.xml");
  assert.equal(named.at(-1), "https://tickets.example/sitemaps/events-20.xml");
  assert.equal([...sitemapIndexOf("https://tickets.example", 0).matchAll(/<loc>/g)].length, 1);
});

test("lists a page in every language, each with its alternates", () => {
  const text = sitemapOf("https://tickets.example", [
    { path: "/events/7", modifiedAt: "2026-12-04T06:30:00.000+00:00" },
  ]);
  for (const locale of routing.locales)
    assert.ok(text.includes(`<loc>https://tickets.example/${locale}/events/7</loc>`));
  const alternates = [...text.matchAll(/hreflang="([^"]+)"/g)].map(([, language]) => language);
  assert.equal(alternates.length, routing.locales.length * (routing.locales.length + 1));
  assert.ok(text.includes("<lastmod>2026-12-04T06:30:00.000+00:00</lastmod>"));
});

test("escapes URLs", () => {
  assert.ok(sitemapOf("https://tickets.example", [{ path: "/a?b=1&c=<" }]).includes("/a?b=1&amp;c=&lt;"));
});
