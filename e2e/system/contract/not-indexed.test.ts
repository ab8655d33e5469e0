import assert from "node:assert/strict";
import { test } from "node:test";
import { STOREFRONT } from "#e2e/system/contract/put-on-sale.ts";
import { decompressed, fetchStorefront, type Served } from "#e2e/tools/fetch-storefront.ts";
import { listEvents } from "#lib/ticketing/one-by-one/listed-events.ts";

const get = (path: string) => fetchStorefront(STOREFRONT, { path });
const bodyOf = async (path: string) => decompressed(await get(path)).toString();

/** Addresses of every kind of answer: pages, redirects, files, pictures, data, and what is not there. */
async function paths(): Promise<readonly string[]> {
  const [{ id } = { id: 0 }] = (await listEvents()).events;
  const [list, event] = await Promise.all([bodyOf("/en"), bodyOf(`/en/events/${id}`)]);
  const found = [/\/_next\/static\/[\w./~-]+\.js/, /\/_next\/static\/[\w./~-]+\.css/, /\/pictures\/[\w./-]+/].map(
    (pattern) => pattern.exec(list)?.[0] ?? assert.fail(`the list has no ${pattern}`),
  );
  const [card] =
    /\/en\/events\/\d+\/opengraph-image[\w-]*\/[^"&]+/.exec(event) ?? assert.fail("the event has no picture");
  const pages = ["", `/events/${id}`, "/search?q=a", "/calendar", "/cart", "/checkout", "/promoter", "/sales/x/pdf"];
  return [
    ...[...pages, `/embed/events/${id}`, `/${id}`, "/nope", "/events/900000000000"].map((path) => `/en${path}`),
    ...[...found, card, "/embed.js", "/order-worker.js", "/_next/static/nope.js", "/pictures/nope/720.avif"],
    ...["/brand.css", "/brand/logo", "/favicon.ico", "/manifest.webmanifest", "/sitemap.xml", "/robots.txt"],
    ...[
      `/api/availability/${id}`,
      "/api/health",
      "/api/nope",
      "/en/events.json",
      "/en/events.ics",
      "/oembed",
      `/poster/${id}.svg`,
    ],
    ...["/", "/xx", "/%", "/.well-known/security.txt"],
  ];
}

test("each answer of a test system says that search engines may not list it, and previews of links may be made", async () => {
  const served: Served[] = await Promise.all((await paths()).map(get));
  served.push(await fetchStorefront(STOREFRONT, { method: "POST", path: "/en/cart", body: "x".repeat(2 ** 20 + 1) }));
  for (const { where, headers } of served) assert.equal(headers["x-robots-tag"], "noindex, nofollow", where);
  const kinds = new Set(served.map(({ status }) => status));
  for (const status of [200, 307, 404, 413]) assert.ok(kinds.has(status), `${status} is among the answers`);
  for (const { where, status, body } of served.filter(({ where }) => where.includes("opengraph-image")))
    assert.deepEqual([status, body.subarray(1, 4).toString()], [200, "PNG"], where);
});

test("robots.txt of a test system lets robots read that, and names no sitemap", async () => {
  assert.equal((await bodyOf("/robots.txt")).trim(), "User-Agent: *\nAllow: /");
});
