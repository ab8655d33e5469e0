import type { APIRequestContext } from "@playwright/test";
import { PNG } from "pngjs";
import { isAvailable } from "#e2e/support/catalogue.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { textOf } from "#e2e/support/page-text.ts";
import { words } from "#e2e/support/words.ts";

const { language, text } = words;

/** Each event costs two requests. */
const EVENTS_MAX = 5;

test("lists every event of the feed in the sitemap, and no private page", { tag: ["@catalogue", "@once"] }, async ({
  page,
  catalogue,
}) => {
  const addresses = await sitemapAddresses(page.request);
  for (const { id } of (await catalogue.events()).slice(0, EVENTS_MAX))
    expect(addresses.filter((address) => address.endsWith(`/${language}/events/${id}`))).toHaveLength(1);
  expect(addresses.join("\n")).not.toMatch(/checkout|\/cart|promoter|\/sales\//);
  expect((await page.request.get("/sitemaps/events-9999.xml")).status()).toBe(404);
});

test("the feed can be read by any site, and has the prices of the list", { tag: ["@catalogue", "@once"] }, async ({
  page,
  catalogue,
}) => {
  const answer = await page.request.get(`/${language}/events.json`);
  expect(answer.headers()["access-control-allow-origin"]).toBe("*");
  const { events, total } = await answer.json();
  expect(total).toBeGreaterThanOrEqual(events.length);
  const list = await (await page.request.get(`/${language}`)).text();
  const listed = (await catalogue.pricedEvents()).filter(({ id }) => list.includes(`/${language}/events/${id}"`));
  expect(listed.length).toBeGreaterThan(0);
  for (const { name, from } of listed.slice(0, EVENTS_MAX))
    expect(await textOf(page, list, name)).toContain(text("Common.from", { price: plain(from.text) }));
});

test("P50, 14: each event of the feed has the same price as its page and its search result", {
  tag: ["@catalogue", "@once", "@plain"],
}, async ({ page, catalogue }) => {
  const priced = (await catalogue.pricedEvents()).slice(0, EVENTS_MAX);
  expect(priced.length).toBeGreaterThan(0);
  for (const { id, name, from } of priced) {
    const offers = (await catalogue.datesOf(id)).flatMap((date) => date.offers).filter(isAvailable);
    const [lowest] = offers.toSorted((a, b) => Number(a.price) - Number(b.price));
    expect([lowest?.price, lowest?.priceCurrency], name).toEqual([from.amount, from.currency]);
    const found = await (await page.request.get(`/${language}/search?q=${encodeURIComponent(name)}`)).text();
    expect(await textOf(page, found, name)).toContain(plain(from.text));
  }
});

test("the web app manifest has the storefront's name and icons", { tag: ["@once", "@catalogue"] }, async ({ page }) => {
  await page.goto(`/${language}`);
  const address = await page.locator('link[rel="manifest"]').getAttribute("href");
  const manifest = (await (await page.request.get(address ?? "")).json()) as {
    name: string;
    icons: { src: string; sizes: string; type: string }[];
  };
  expect(manifest.name).not.toBe("");
  expect(manifest.icons.length).toBeGreaterThan(0);
  for (const { src, sizes, type } of manifest.icons) {
    const icon = await page.request.get(src);
    expect([icon.status(), icon.headers()["content-type"]]).toEqual([200, type]);
    if (type !== "image/png") continue;
    const { width, height } = PNG.sync.read(await icon.body());
    expect(`${width}x${height}`).toBe(sizes);
  }
});

/** Returns a text with plain spaces, as that of a page is compared. */
function plain(text: string): string {
  return text.replaceAll(/\s/g, " ");
}

/** Returns every address in the sitemaps, read from the storefront under test. A test system's robots.txt names none. */
async function sitemapAddresses(request: APIRequestContext): Promise<readonly string[]> {
  const sitemaps = locationsIn(await (await request.get("/sitemap.xml")).text());
  const texts = await Promise.all(sitemaps.map(async (address) => (await request.get(address)).text()));
  return texts.flatMap(locationsIn);
}

function locationsIn(xml: string): readonly string[] {
  return [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = ""]) => address);
}
