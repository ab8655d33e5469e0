import type { FrameLocator, Locator, Page } from "@playwright/test";
import { expect, test } from "#e2e/support/fixtures.ts";
import { openPromoterPage } from "#e2e/support/promoter-page.ts";
import { required } from "#e2e/support/target/env.ts";
import { words } from "#e2e/support/words.ts";

const { language } = words;

/** The pictures of the group's events. The last event has none, so its poster is drawn. */
const PICTURES = ["/pictures/demo/matinee.jpg", "/pictures/demo/matinee.jpg", null];
const ROW_HEIGHT_MAX = 260;

// A custom header would turn the cross-origin requests of a promoter's page into preflighted ones.
test.use({ extraHTTPHeaders: {} });

for (const layout of ["", "compact"]) {
  test(`a list in a ${layout || "wide"} layout has each picture beside its text, in rows of little height`, {
    tag: ["@sandbox", "@service"],
  }, async ({ page, env, serviceClient, uniqueName }) => {
    // A group of its own: the list of the whole shop begins with what other tests have put on sale.
    const name = uniqueName("Pictures in Rows");
    const events: number[] = [];
    for (const [index, picture] of PICTURES.entries()) {
      const { eventId } = await serviceClient.putOnSale({ name: `${name} ${index}` });
      const heroImageUrl = picture && new URL(picture, required(env, "service")).href;
      if (heroImageUrl)
        expect((await serviceClient.call("PUT", `/event/${eventId}`, { heroImageUrl })).status).toBe(200);
      events.push(eventId);
    }
    const group = await serviceClient.publishGroup({ name, events });
    const { frame, close, warnings } = await openEmbed(
      page,
      env.address,
      `<foyer-events lang="${language}" group="${group}" layout="${layout}"><a href="#">What’s on</a></foyer-events>`,
    );
    const rows = frame.getByRole("listitem");
    await expect(rows).toHaveCount(PICTURES.length);
    await expect(frame.locator("picture")).toHaveCount(PICTURES.filter(Boolean).length);
    for (const row of await rows.all()) {
      const whole = await boxOf(row);
      const picture = await boxOf(row.locator("img, svg").first());
      const text = await boxOf(row.locator("bdi").first());
      expect(whole.height).toBeLessThan(ROW_HEIGHT_MAX);
      expect(picture.x + picture.width).toBeLessThan(text.x);
      expect(Math.abs(picture.width - picture.height)).toBeLessThan(2);
      expect(text.x + text.width).toBeLessThanOrEqual(whole.x + whole.width);
    }
    await expectHeightOfContent(page, frame);
    expect(warnings).toEqual([]);
    await close();
  });
}

test("the tickets of an event fit the page's width, with buttons large enough for a finger", {
  tag: ["@sandbox"],
}, async ({ page, env, catalogue }) => {
  const { event } = await catalogue.eventOnSale();
  const { frame, close, warnings } = await openEmbed(
    page,
    env.address,
    `<foyer-tickets lang="${language}" event="${event.id}"><a href="#">Buy tickets</a></foyer-tickets>`,
  );
  const button = frame.locator("button[type=submit]").last();
  await expect(button).toBeVisible();
  expect((await boxOf(button)).height).toBeGreaterThanOrEqual(44);
  expect(await frame.locator("html").evaluate((root) => root.scrollWidth - root.clientWidth)).toBe(0);
  await expectHeightOfContent(page, frame);
  expect(warnings).toEqual([]);
  await close();
});

test("a button is as wide as its words", { tag: ["@sandbox"] }, async ({ page, env, catalogue }) => {
  const { event } = await catalogue.eventOnSale();
  const { close, warnings } = await openEmbed(
    page,
    env.address,
    `<foyer-button lang="${language}" event="${event.id}" label="Get in"></foyer-button>`,
  );
  const box = await boxOf(page.getByRole("link", { name: "Get in" }));
  expect(box.height).toBeGreaterThanOrEqual(40);
  expect(box.width).toBeLessThan(160);
  expect(warnings).toEqual([]);
  await close();
});

/** Opens a promoter's page with one element, and collects what the browser says about preloads. */
async function openEmbed(page: Page, shop: string, element: string) {
  const warnings: string[] = [];
  page.on("console", (message) => {
    if (/preload/i.test(message.text())) warnings.push(message.text());
  });
  const head = '<meta name="viewport" content="width=device-width">';
  const html = `${head}<script type="module" src="${shop}/embed.js"></script>${element}`;
  const { registered, close } = await openPromoterPage({ "/": { html } });
  await page.goto(registered);
  return { frame: page.frameLocator("iframe"), close, warnings };
}

/** Nothing in a frame scrolls: it is as high as its content. */
async function expectHeightOfContent(page: Page, frame: FrameLocator): Promise<void> {
  const difference = async () =>
    Math.abs((await boxOf(page.locator("iframe"))).height - (await boxOf(frame.locator("main"))).height);
  await expect.poll(difference).toBeLessThan(2);
}

async function boxOf(element: Locator) {
  const box = await element.boundingBox();
  if (box === null) throw new Error("The element is not shown.");
  return box;
}
