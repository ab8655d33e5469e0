import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "@playwright/test";
import sharp from "sharp";
import { expectAccessible } from "#e2e/support/accessibility.ts";
import { test as base, expect } from "#e2e/support/fixtures.ts";
import type { OnSale, PutOnSale } from "#e2e/support/service-client.ts";
import { words } from "#e2e/support/words.ts";

// Each test of `npm run e2e -- --project=pictures` brings a page into one state. Afterwards it is checked with axe, and its shots of this
// run's language join those of the other languages in one sheet, `docs/pictures/<title of the test>.webp`.

const SHEETS = "docs/pictures";
const SHOTS = "e2e-results/pictures";
/** A long page is cut off after so many screens: on a desktop the first one shows what matters. */
const SCREENS_MAX = { phone: 1.5, desktop: 1 };

type Shot = {
  readonly caption: string;
  readonly language: string;
  readonly isPhone: boolean;
  readonly isDark: boolean;
};

const shot = (caption: string, language: string, isPhone: boolean, isDark = false): Shot => ({
  caption,
  language,
  isPhone,
  isDark,
});

/** The shots of a sheet, in its order. */
const LAYOUT: readonly Shot[] = [
  shot("English", "en", true),
  shot("English, dark", "en", true, true),
  shot("Deutsch", "de", true),
  shot("العربية", "ar", true),
  shot("English, desktop", "en", false),
  shot("English, desktop, dark", "en", false, true),
];

type Options = {
  /** The widths of the two screens in pixels: the phone and the desktop, or narrower for parts of other pages. */
  readonly widths: readonly [phone: number, desktop: number];
  /** Whether a page is shown in its whole length. */
  readonly isWhole: boolean;
};

type Fixtures = {
  /** The events of the sandbox, and others of which a state needs something special. */
  readonly season: {
    /** Opens the page of the event whose name has these words. */
    readonly open: (name: string) => Promise<void>;
    /** Reserves tickets of it. The page is then the checkout. */
    readonly reserve: (name?: string, ticketType?: string, count?: number) => Promise<void>;
    /** Puts an event on sale and opens it. */
    readonly add: (event: PutOnSale) => Promise<OnSale>;
  };
  readonly sheet: undefined;
};

/** The event of most states: two dates, and places enough for all of them. */
export const EVENING = "The Harbour Cèilidh";

export const test = base.extend<Fixtures & Options>({
  widths: [[390, 1280], { option: true }],
  isWhole: [false, { option: true }],
  season: async ({ catalogue, event, serviceClient }, use) => {
    /** The list is cached, so it may lack them. */
    const added = new Map<string, number>();
    const open = async (name: string) => {
      const id = added.get(name) ?? (await catalogue.events()).find((one) => one.name.includes(name))?.id;
      if (id === undefined) throw new Error(`The season has no event “${name}”.`);
      await event.open(id);
    };
    await use({
      open,
      async reserve(name = EVENING, ticketType = "Adult", count = 2) {
        await open(name);
        await event.choose(ticketType, count);
        await event.reserveTickets();
      },
      async add(wanted) {
        const onSale = await serviceClient.putOnSale(wanted);
        added.set(wanted.name, onSale.eventId);
        await event.open(onSale.eventId);
        return onSale;
      },
    });
  },
  sheet: [
    async ({ page, browser, sandbox, widths, isWhole }, use, { title, errors }) => {
      await use(undefined);
      if (errors.length === 0) {
        await takeShots(page, title, widths, isWhole);
        await compose(browser, title);
        await expectAccessible(page, title);
      }
      await sandbox.serviceDown(false);
    },
    { auto: true, timeout: 120_000 },
  ],
});

/** The tags of every test here: only the suite's own sandbox has all that they need. */
export const PICTURES = {
  tag: ["@pictures", "@catalogue", "@purchase", "@buys", "@service", "@promoter", "@mail", "@ledger"],
};

const nameOf = (title: string) => title.toLowerCase().replaceAll(/[^a-z\d]+/g, "-");
const fileOf = (title: string, { language, isPhone, isDark }: Shot) =>
  join(SHOTS, language, `${nameOf(title)}-${isPhone ? "phone" : "desktop"}${isDark ? "-dark" : ""}.jpg`);

async function takeShots(page: Page, title: string, widths: Options["widths"], isWhole: boolean): Promise<void> {
  await page.waitForLoadState();
  await page.evaluate(() => document.fonts.ready);
  for (const one of LAYOUT.filter(({ language }) => language === words.language)) {
    const screen = one.isPhone ? 844 : 900;
    await page.emulateMedia({ colorScheme: one.isDark ? "dark" : "light", reducedMotion: "reduce" });
    await page.setViewportSize({ width: widths[one.isPhone ? 0 : 1], height: screen });
    await framesAreWhole(page);
    const length = await page.evaluate(() => document.documentElement.scrollHeight);
    // What fills the screen is as high as the screen.
    const isDialog = (await page.getByRole("dialog").count()) > 0;
    const height = Math.min(
      isDialog ? screen : Math.max(length, screen),
      isWhole ? Number.POSITIVE_INFINITY : screen * SCREENS_MAX[one.isPhone ? "phone" : "desktop"],
    );
    await page.setViewportSize({ width: widths[one.isPhone ? 0 : 1], height: Math.round(height) });
    await page.waitForFunction(isShown);
    // A change of theme is painted a frame later.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    await page.screenshot({ path: fileOf(title, one), type: "jpeg", quality: 85 });
  }
}

/** Waits until the frame of each embed has the height of its page, which changes with the width. */
async function framesAreWhole(page: Page): Promise<void> {
  for (const frame of page.frames().slice(1))
    await frame.waitForFunction(() => document.documentElement.scrollHeight <= document.documentElement.clientHeight);
}

/** Returns whether every image on the screen is there, and every button that waits for the script. Runs in the page. */
function isShown(): boolean {
  const isOnScreen = (element: Element) => {
    const { top, bottom, left, right } = element.getBoundingClientRect();
    return top < bottom && top < innerHeight && bottom > 0 && left < innerWidth && right > 0;
  };
  const isThere = (image: HTMLImageElement) =>
    image.complete || (image.loading === "lazy" && (!image.checkVisibility() || !isOnScreen(image)));
  return [...document.images].every(isThere) && document.querySelector("fieldset button.invisible") === null;
}

/** Makes the sheet of what there is: all of it once the last language has run. */
async function compose(browser: Browser, title: string): Promise<void> {
  const taken = LAYOUT.filter((one) => existsSync(fileOf(title, one)));
  const figures = taken.map((one) => {
    const data = readFileSync(fileOf(title, one)).toString("base64");
    return `<figure class="${one.isPhone ? "phone" : "desktop"}"><figcaption>${one.caption}</figcaption><img src="data:image/jpeg;base64,${data}"></figure>`;
  });
  const page = await browser.newPage({ viewport: { width: 984, height: 400 }, deviceScaleFactor: 1 });
  await page.setContent(`<style>
    body { display: flex; flex-wrap: wrap; align-items: start; gap: 8px; margin: 8px; background: #bbb; font: 13px sans-serif }
    figure { margin: 0 } .phone { width: 236px } .desktop { width: 480px }
    img { display: block; width: 100% }
  </style>${figures.join("")}`);
  await page.evaluate(() => Promise.all([...document.images].map((image) => image.decode())));
  mkdirSync(SHEETS, { recursive: true });
  const sheet = await page.screenshot({ fullPage: true });
  await sharp(sheet)
    .webp({ quality: 50 })
    .toFile(join(SHEETS, `${nameOf(title)}.webp`));
  await page.close();
}

export { expect };
