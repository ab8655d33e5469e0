import type { Page } from "@playwright/test";
import { untilHydrated } from "#e2e/pages/click-hydrated.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { wallTime } from "#e2e/support/service-client.ts";
import { environment, isOwnSandbox } from "#e2e/support/target/env.ts";
import { words } from "#e2e/support/words.ts";

const KB = 1000;
/** Another target may be behind an edge that compresses less. */
const SPARE_ELSEWHERE = 1.1;
/** Fonts that a page loads only for names with letters such as "ā". They belong to the season, not to the page. */
const FURTHER_LETTERS = /latin_ext.*\.woff2/;
const TEXT_FONT = /instrument_sans_latin_wght.*\.woff2$/;
const TITLE_FONT = /titles\.(?!macrons).*\.woff2$/;
const { language } = words;

/** Compressed scripts of a page in kilobytes, before anything is pressed. The cart has forms, as the details and the payment have, which may have 180. */
const SCRIPTS_MAX = { list: 144, event: 141, cart: 155 };

test("on a phone a page that is painted keeps its fonts, and the next one has the shop's", {
  tag: ["@catalogue", "@once"],
}, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const calendar = `/${language}/calendar`;
  // The answer that renders a page is not the one that is stored.
  await page.request.get(calendar);
  const arrived = Promise.withResolvers<void>();
  await page.route(/\.woff2$/, async (route) => {
    await arrived.promise;
    await route.continue();
  });
  const font = page.waitForResponse(TEXT_FONT);
  await page.goto(calendar, { waitUntil: "commit" });
  await expect.poll(() => page.evaluate(isPainted)).toBe(true);
  const title = page.getByRole("heading", { level: 1 });
  const text = page.getByRole("contentinfo").getByRole("link").first();
  const painted = [await title.evaluate(widthOfText), await text.evaluate(widthOfText)];
  expect(await title.evaluate(isInFirstFont)).toBe(true);
  expect(await text.evaluate(isInFirstFont)).toBe(false);
  arrived.resolve();
  await font;
  await page.evaluate(() => document.fonts.ready.then(() => {}));
  await expect.poll(() => page.evaluate(missingScripts)).toEqual([]);
  expect([await title.evaluate(widthOfText), await text.evaluate(widthOfText)]).toEqual(painted);

  await page.unroute(/\.woff2$/);
  const home = page.getByRole("banner").getByRole("link").first();
  await untilHydrated(home);
  await home.click();
  await expect(page).toHaveURL(`/${language}`);
  await expect.poll(() => text.evaluate(widthOfText)).not.toBe(painted[1]);
  // An optional font that comes a moment late is not used until the next document.
  await expect(async () => {
    await page.goto(`${calendar}?again`, { referer: page.url() });
    expect(await title.evaluate(widthOfText)).toBe(painted[0]);
    expect(await text.evaluate(widthOfText)).not.toBe(painted[1]);
  }).toPass();
});

test.describe("on a wide screen", () => {
  test.use({ viewport: { width: 1280, height: 720 } });

  test("a page is painted once, with the shop's fonts", { tag: ["@catalogue", "@once"] }, async ({ page }) => {
    const calendar = `/${language}/calendar`;
    await page.request.get(calendar);
    await page.route(/\.woff2$/, (route) => route.abort());
    await page.goto(calendar);
    const text = page.getByRole("contentinfo").getByRole("link").first();
    const inFallback = await text.evaluate(widthOfText);
    await page.unroute(/\.woff2$/);
    // An optional font that comes a moment late is not used until the next document.
    await expect(async () => {
      await page.reload();
      const painted = await text.evaluate(widthOfText);
      await page.evaluate(() => document.fonts.ready.then(() => {}));
      expect(painted).not.toBe(inFallback);
      expect(await text.evaluate(widthOfText)).toBe(painted);
    }).toPass();
  });
});

test("the font of a title's further letters is fetched when the router shows them, and not before", {
  tag: ["@sandbox", "@once"],
}, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const calendar = "/en/calendar";
  await page.request.get(calendar);
  const fetched: string[] = [];
  page.on("request", (request) => TITLE_FONT.test(request.url()) && fetched.push(request.url()));
  await page.goto(calendar);
  await expect.poll(() => page.evaluate(missingScripts)).toEqual([]);
  const title = page.getByRole("heading", { level: 1 });
  await title.evaluate((heading) => {
    heading.textContent = "Cèilidh";
  });
  const inFallback = await title.evaluate(widthOfText);
  expect(fetched).toEqual([]);
  // As the router does.
  await page.evaluate(() => history.pushState(null, "", "/en"));
  await expect.poll(() => title.evaluate(widthOfText)).not.toBe(inFallback);
  expect(fetched).toHaveLength(1);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("fonts are loaded", { tag: ["@catalogue", "@once"] }, async ({ page }) => {
    const font = page.waitForRequest(/\.woff2$/);
    await page.goto(`/${language}/calendar`);
    await font;
  });
});

for (const [name, path, scripts] of [
  ["the calendar", "/calendar", SCRIPTS_MAX.list],
  ["the search", "/search", SCRIPTS_MAX.list],
  ["the empty cart", "/cart", SCRIPTS_MAX.cart],
] as const)
  test(
    `52: ${name} stays within its size budget and has no layout shift`,
    { tag: ["@catalogue", "@once"] },
    ({ page }) => expectWithinBudget(page, `/${language}${path}`, scripts),
  );

test("52: any event page stays within its size budget and has no layout shift", { tag: "@catalogue" }, async ({
  page,
  catalogue,
}) => {
  const { event } = await catalogue.eventOnSale();
  await expectWithinBudget(page, `/${language}/events/${event.id}`);
});

test("52: an event page stays within its size budget and has no layout shift", {
  tag: ["@service"],
}, async ({ page, serviceClient, uniqueName }) => {
  const { eventId } = await serviceClient.putOnSale({
    name: uniqueName("Every Man in His Humour"),
    dates: [20, 21, 22, 23, 24, 25, 26, 27].map((days) => wallTime(days)),
  });
  await expectWithinBudget(page, `/${language}/events/${eventId}`);
});

function isPainted(): boolean {
  return performance.getEntriesByType("paint").length > 0;
}

/** Returns whether the first of an element's fonts is there. */
function isInFirstFont(element: Element): boolean {
  const plain = (name = "") => name.replaceAll('"', "");
  const first = plain(getComputedStyle(element).fontFamily.split(",")[0]);
  return [...document.fonts].some(({ family, status }) => plain(family) === first && status === "loaded");
}

function widthOfText(element: Element): number {
  const text = document.createRange();
  text.selectNodeContents(element);
  return text.getBoundingClientRect().width;
}

async function expectWithinBudget(page: Page, path: string, scripts = SCRIPTS_MAX.event): Promise<void> {
  const budget = (kilobytes: number) => kilobytes * KB * (isOwnSandbox(environment()) ? 1 : SPARE_ELSEWHERE);
  const types = new Map<string, string>();
  page.on("requestfinished", (request) => types.set(request.url(), request.resourceType()));
  await page.goto(path);
  // Scripts start after the first paint.
  await expect.poll(() => page.evaluate(missingScripts)).toEqual([]);
  await page.evaluate(() => document.fonts.ready.then(() => {}));
  const shift = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let total = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
            if (!entry.hadRecentInput) total += entry.value;
        }).observe({ type: "layout-shift", buffered: true });
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(total)));
      }),
  );
  /** Compressed sizes, without headers. */
  const bytes = { script: 0, stylesheet: 0, font: 0 };
  for (const [url, size] of await page.evaluate(transferred)) {
    const type = types.get(url) ?? "";
    if (type in bytes && !FURTHER_LETTERS.test(url)) bytes[type as keyof typeof bytes] += size;
  }
  expect(bytes.script).toBeLessThanOrEqual(budget(scripts));
  expect(bytes.stylesheet).toBeLessThanOrEqual(budget(12));
  expect(bytes.font).toBeLessThanOrEqual(budget(50));
  expect(shift).toBeLessThan(0.01);
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
