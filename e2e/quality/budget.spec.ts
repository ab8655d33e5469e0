import type { Page } from "@playwright/test";
import { expect, test } from "#e2e/support/fixtures.ts";
import { LAYOUT_SHIFT_MAX, totalLayoutShift } from "#e2e/support/paints.ts";
import { environment, isOwnSandbox } from "#e2e/support/target/env.ts";
import { words } from "#e2e/support/words.ts";

const KB = 1000;
/** Another target may be behind an edge that compresses less. */
const SPARE_ELSEWHERE = 1.1;
/** Fonts that a page loads only for names with letters such as "ā". They belong to the season, not to the page. */
const FURTHER_LETTERS = /(latin_ext|titles-macrons|titles_macrons).*\.woff2/;
const { language } = words;

/** Compressed scripts of a page in kilobytes. The cart has forms, as the details and the payment have, which may have 180. */
const SCRIPTS_MAX = { list: 145, event: 165, cart: 155 };

for (const width of [390, 1280])
  test(`at ${width} pixels the first page of a visit has the shop's fonts, and they move nothing when they come late`, {
    tag: ["@catalogue", "@once"],
  }, async ({ page, catalogue }) => {
    const { event } = await catalogue.eventOnSale();
    await page.setViewportSize({ width, height: 844 });
    const arrived = Promise.withResolvers<void>();
    await page.route(/\.woff2$/, async (route) => {
      await arrived.promise;
      await route.continue();
    });
    await page.goto(`/${language}/events/${event.id}`, { waitUntil: "commit" });
    await expect.poll(() => page.evaluate(isPainted)).toBe(true);
    const title = page.getByRole("heading", { level: 1 });
    expect(await title.evaluate(isHiddenUntilLoaded), "a title is not painted in another font first").toBe(true);
    expect(await page.evaluate(blockingFonts), "no title waits for a font that the page does not preload").toBe(1);
    arrived.resolve();
    for (const element of [title, page.getByRole("contentinfo").getByRole("link").first()])
      await expect.poll(() => element.evaluate(isInFirstFont)).toBe(true);
    expect(await totalLayoutShift(page)).toBeLessThan(LAYOUT_SHIFT_MAX);
  });

for (const [name, path, scripts] of [
  ["the calendar", "/calendar", SCRIPTS_MAX.list],
  ["the search", "/search", SCRIPTS_MAX.list],
  ["the empty cart", "/cart", SCRIPTS_MAX.cart],
] as const)
  test(
    `52: ${name} stays within its size budget and has no layout shift`,
    { tag: ["@elsewhere", "@catalogue", "@once"] },
    ({ page }) => expectWithinBudget(page, `/${language}${path}`, scripts),
  );

test("52: any event page stays within its size budget and has no layout shift", {
  tag: ["@elsewhere", "@catalogue"],
}, async ({ page, catalogue }) => {
  const { event } = await catalogue.eventOnSale();
  await expectWithinBudget(page, `/${language}/events/${event.id}`);
});

function isPainted(): boolean {
  return performance.getEntriesByType("paint").length > 0;
}

/** Returns whether the first of an element's fonts has loaded. */
function isInFirstFont(element: Element): boolean {
  const plain = (name = "") => name.replaceAll('"', "");
  const first = plain(getComputedStyle(element).fontFamily.split(",")[0]);
  return [...document.fonts].some(({ family, status }) => plain(family) === first && status === "loaded");
}

/** Returns whether an element's text is not painted before the first of its fonts has loaded. */
function isHiddenUntilLoaded(element: Element): boolean {
  const plain = (name = "") => name.replaceAll('"', "");
  const first = plain(getComputedStyle(element).fontFamily.split(",")[0]);
  return [...document.fonts].some(
    ({ family, status, display }) => plain(family) === first && status !== "loaded" && display === "block",
  );
}

/** Returns the number of fonts that hide every text of a style until they have loaded, whichever letters lack. */
function blockingFonts(): number {
  return [...document.fonts].filter(({ display }) => display === "block").length;
}

async function expectWithinBudget(page: Page, path: string, scripts = SCRIPTS_MAX.event): Promise<void> {
  const budget = (kilobytes: number) => kilobytes * KB * (isOwnSandbox(environment()) ? 1 : SPARE_ELSEWHERE);
  const types = new Map<string, string>();
  page.on("requestfinished", (request) => types.set(request.url(), request.resourceType()));
  await page.goto(path);
  await expect.poll(() => page.evaluate(missingScripts)).toEqual([]);
  await page.evaluate(() => document.fonts.ready.then(() => {}));
  /** Compressed sizes, without headers. */
  const bytes = { script: 0, stylesheet: 0, font: 0 };
  for (const [url, size] of await page.evaluate(transferred)) {
    const type = types.get(url) ?? "";
    if (type in bytes && !FURTHER_LETTERS.test(url)) bytes[type as keyof typeof bytes] += size;
  }
  expect(bytes.script).toBeLessThanOrEqual(budget(scripts));
  expect(bytes.stylesheet).toBeLessThanOrEqual(budget(12));
  expect(bytes.font).toBeLessThanOrEqual(budget(50));
  expect(await totalLayoutShift(page)).toBeLessThan(LAYOUT_SHIFT_MAX);
}

/** Returns the addresses of what the page has loaded, with the bytes of each body. */
function transferred(): readonly (readonly [url: string, bytes: number])[] {
  const resources = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
  return [...new Map(resources.map(({ name, encodedBodySize }) => [name, encodedBodySize]))];
}

/** Returns the scripts of the page that this browser has not loaded yet. */
function missingScripts(): readonly string[] {
  const scripts = document.querySelectorAll<HTMLScriptElement>("script[src]:not([nomodule])");
  return [...scripts].map(({ src }) => src).filter((src) => performance.getEntriesByName(src).length === 0);
}
