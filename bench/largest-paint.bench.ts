import { type Browser, type BrowserContext, chromium, type Page } from "@playwright/test";
import { median } from "./median.ts";
import type { Row } from "./report.ts";

const ROUNDS = 9;
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2.625, isMobile: true };
/** A slow mobile network and a phone that has a quarter of this machine's speed. */
const NETWORK = { latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8, offline: false };
const CPU_SLOWDOWN = 4;
const PRELOAD = /<link rel="preload" as="image"[^>]*>/;

/** A page of the storefront, as it is or with its HTML changed. */
type Variant = { readonly name: string; readonly path: string; readonly change?: (html: string) => string };

/**
 * Measures the largest paint of list and event on a phone with an empty cache, in alternating rounds: as served, without
 * the preload of the picture, and of an event with a generated poster.
 */
export async function benchLargestPaint(
  storefront: string,
  executablePath: string | undefined,
): Promise<readonly Row[]> {
  const browser = await chromium.launch({ ...(executablePath !== undefined && { executablePath }) });
  try {
    const { list, pictured, generated } = await pathsIn(storefront);
    const variants: readonly Variant[] = [
      { name: "list", path: list },
      { name: "list without preload", path: list, change: withoutPreload },
      { name: "event", path: pictured },
      { name: "event without preload", path: pictured, change: withoutPreload },
      { name: "event with a generated poster", path: generated },
    ];
    const times = new Map(variants.map(({ name }) => [name, [] as number[]]));
    for (let round = -1; round < ROUNDS; round += 1)
      for (const variant of variants) {
        const ms = await largestPaintMs(browser, storefront, variant);
        // The first round is a warm-up: it makes the copies of the pictures.
        if (round >= 0) times.get(variant.name)?.push(ms);
      }
    const row = (name: string, base: string): Row => {
      const [own = [], other = []] = [times.get(name), times.get(base)];
      return {
        what: `largest paint, ${name} ÷ ${base}`,
        measured: median(own.map((ms, at) => ms / (other[at] ?? Number.NaN))).toFixed(2),
        aim: "",
        note: `${median(own).toFixed(0)} against ${median(other).toFixed(0)} ms`,
      };
    };
    return [
      row("list", "list without preload"),
      row("event", "event without preload"),
      row("event", "event with a generated poster"),
    ];
  } finally {
    await browser.close();
  }
}

function withoutPreload(html: string): string {
  if (!PRELOAD.test(html)) throw new Error("The page has no preload of a picture.");
  return html.replace(PRELOAD, "");
}

async function largestPaintMs(browser: Browser, storefront: string, { path, change }: Variant): Promise<number> {
  const context = await browser.newContext(PHONE);
  try {
    const page = await context.newPage();
    await slowDown(context, page);
    const address = new URL(path, storefront).href;
    // Every variant's HTML comes from here, so that all have the same way.
    await page.route(address, async (route) => {
      const response = await route.fetch();
      const html = await response.text();
      await route.fulfill({ response, body: change === undefined ? html : change(html) });
    });
    // It has loaded when its pictures above the fold have.
    await page.goto(address);
    return await page.evaluate(
      () =>
        new Promise<number>((resolve) =>
          new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? Number.NaN)).observe({
            type: "largest-contentful-paint",
            buffered: true,
          }),
        ),
    );
  } finally {
    await context.close();
  }
}

async function slowDown(context: BrowserContext, page: Page): Promise<void> {
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", NETWORK);
  await session.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
}

/** Returns the paths of the list, of its first event with a picture of its own, and of its first one without. */
async function pathsIn(storefront: string) {
  const list = "/en";
  const { events } = await (await fetch(new URL("/en/events.json", storefront))).json();
  const pathOf = (isOwn: boolean) => {
    const found = events.find(
      ({ image, saleStatus }: FeedEvent) =>
        saleStatus === "ON_SALE" && (image?.includes("/pictures/") ?? false) === isOwn,
    );
    if (found === undefined) throw new Error("The season lacks an event.");
    return new URL(found.url).pathname;
  };
  return { list, pictured: pathOf(true), generated: pathOf(false) };
}

type FeedEvent = { readonly url: string; readonly image?: string; readonly saleStatus: string };
