import { routing } from "#lib/i18n/routing.ts";

/** Events of one sitemap, each in every language: far below its limit of fifty thousand URLs. */
export const EVENTS_PER_CHUNK = 500;

/** A page without its language, and when it last changed. */
export type Listed = { readonly path: string; readonly modifiedAt?: string | undefined };

/** Returns a sitemap: every page in every language, with its alternates. */
export function sitemapOf(origin: string, pages: readonly Listed[]): string {
  const urls = pages.flatMap(({ path, modifiedAt }) => {
    const address = (locale: string) => escaped(`${origin}/${locale}${path}`);
    const others = [
      ...routing.locales.map((locale) => [locale, address(locale)]),
      ["x-default", address(routing.defaultLocale)],
    ]
      .map(([language, href]) => `<xhtml:link rel="alternate" hreflang="${language}" href="${href}"/>`)
      .join("");
    const changed = modifiedAt === undefined ? "" : `<lastmod>${escaped(modifiedAt)}</lastmod>`;
    return routing.locales.map((locale) => `<url><loc>${address(locale)}</loc>${changed}${others}</url>`);
  });
  return `${HEAD}<urlset xmlns="${SITEMAPS}" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${urls.join("\n")}\n</urlset>\n`;
}

/** Returns the index of sitemaps, that of the site's own pages first. */
export function sitemapIndexOf(origin: string, events: number): string {
  const chunks = Array.from({ length: Math.ceil(events / EVENTS_PER_CHUNK) }, (_, at) => `events-${at + 1}`);
  const sitemaps = ["pages", ...chunks].map(
    (name) => `<sitemap><loc>${escaped(`${origin}/sitemaps/${name}.xml`)}</loc></sitemap>`,
  );
  return `${HEAD}<sitemapindex xmlns="${SITEMAPS}">\n${sitemaps.join("\n")}\n</sitemapindex>\n`;
}

/** Returns an XML response, which names an event as long as its page exists. */
export function xml(text: string): Response {
  return new Response(text, {
    headers: { "Content-Type": "application/xml; charset=utf-8", "Cache-Control": "public, no-cache" },
  });
}

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';
const SITEMAPS = "http://www.sitemaps.org/schemas/sitemap/0.9";

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
