import type { Page } from "@playwright/test";
import { expect, test } from "#e2e/support/fixtures.ts";
import { words } from "#e2e/support/words.ts";

const { language } = words;

/** An event of the demo season with a picture of its own, and one without. */
const PICTURED = "The Glass Circus";
const GENERATED = "Salt and Sourdough: A Workshop";
const PHONE_BYTES_MAX = 60_000;

test("an event's own picture is the largest paint, preloaded, small on a phone, and shifts nothing; its title is below it, that of a generated poster in it", {
  tag: ["@sandbox", "@phone-in-full"],
}, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openByName(page, PICTURED);
  const address = page.url();
  // Copies are made for the first request.
  await expect(heroOf(page)).toBeVisible();
  await expect.poll(() => heroOf(page).evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(300);

  const answer = await page.goto(address);
  const { largest, shift } = await paintsOf(page);
  expect(largest).toMatch(/^\/pictures\/[0-9a-f]{32}\/(360|540|720|1080)\.(avif|webp)$/);
  expect(shift).toBeLessThan(0.01);
  expect(answer?.headers()["content-security-policy"]).toContain("img-src 'self' data: blob:");
  const preload = page.locator('link[rel="preload"][as="image"]');
  await expect(preload).toHaveAttribute("fetchpriority", "high");
  expect(await preload.getAttribute("imagesrcset")).toContain(largest.replace("webp", "avif"));

  // A phone's screen has up to three device pixels per CSS pixel.
  for (const file of ["1080.avif", "1080.webp"]) {
    const picture = await page.request.get(largest.replace(/[^/]+$/, file));
    expect(picture.headers()).toMatchObject({
      "cache-control": "public, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
    });
    expect(picture.headers()["set-cookie"]).toBeUndefined();
    expect((await picture.body()).length).toBeLessThanOrEqual(PHONE_BYTES_MAX);
  }

  await openByName(page, PICTURED);
  const hero = await heroOf(page).boundingBox();
  const title = await page.getByRole("heading", { level: 1 }).boundingBox();
  expect(title?.y).toBeGreaterThan((hero?.y ?? 0) + (hero?.height ?? 0) - 1);

  await openByName(page, GENERATED);
  await expect(heroOf(page)).toHaveCount(0);
  await expect(page.locator("main svg").first()).toBeVisible();
  await expect(page.locator('link[rel="preload"][as="image"]')).toHaveCount(0);
});

test("a list shows the events' own pictures, and the feed names them", {
  tag: ["@sandbox", "@phone-in-full"],
}, async ({ page }) => {
  await page.goto(`/${language}/search?q=${encodeURIComponent(PICTURED)}`);
  const image = cardOf(page, PICTURED).locator("img");
  await image.scrollIntoViewIfNeeded();
  await expect.poll(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(100);
  await expect(image).toHaveAttribute("alt", "");

  const { events } = await (await page.request.get(`/${language}/events.json`)).json();
  const pictured = events.find(({ name }: { name: string }) => name === PICTURED);
  expect((await page.request.get(pictured.image)).headers()["content-type"]).toBe("image/webp");
});

function cardOf(page: Page, name: string) {
  return page.getByRole("article").filter({ hasText: name }).first();
}

function heroOf(page: Page) {
  return page.locator("main picture img").first();
}

async function openByName(page: Page, name: string): Promise<void> {
  await page.goto(`/${language}/search?q=${encodeURIComponent(name)}`);
  await cardOf(page, name).getByRole("link").click();
  await page.waitForURL(/\/events\/\d+/);
}

/** Returns the path of the picture of the largest paint, and the layout shift. */
function paintsOf(page: Page) {
  return page.evaluate(async () => {
    type Paint = PerformanceEntry & { readonly url: string };
    type Shift = PerformanceEntry & { readonly value: number; readonly hadRecentInput: boolean };
    const read = <Entry>(type: string) =>
      new Promise<Entry[]>((resolve) =>
        new PerformanceObserver((list) => resolve(list.getEntries() as Entry[])).observe({ type, buffered: true }),
      );
    const paints = await read<Paint>("largest-contentful-paint");
    const shifts = await Promise.race([
      read<Shift>("layout-shift"),
      new Promise<Shift[]>((done) => setTimeout(done, 300, [])),
    ]);
    return {
      largest: new URL(paints.at(-1)?.url || "about:blank").pathname,
      shift: shifts.reduce((sum, one) => sum + (one.hadRecentInput ? 0 : one.value), 0),
    };
  });
}
