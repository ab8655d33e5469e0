import type { BrowserContext, Page } from "@playwright/test";
import { cartPage } from "#e2e/pages/cart-page.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { noticeableShifts } from "#e2e/support/paints.ts";
import { MESSAGES } from "#e2e/support/target/messages.ts";
import { words } from "#e2e/support/words.ts";

const { language, text, inText } = words;
const MARK = /foyer-cart$/;

test("the header of a cached page shows the cart and moves nothing, and without a cart it asks for nothing", {
  tag: ["@elsewhere", "@purchase", "@phone-in-full"],
}, async ({ page, context, anyTickets, cart }) => {
  const asked = requestsForTheCart(page);
  const { eventId } = await anyTickets.open(2);
  await page.goto(`/${language}`);
  await expect(cart.emptyLink).toBeVisible();
  const before = await boxes(page);
  await page.goto(`/${language}/events/${eventId}`);
  await expect(page.getByRole("button", { name: words.like("Event.picker.more") }).first()).toBeVisible();
  expect(asked).toEqual([]);

  await anyTickets.reserve(2);
  const mark = await markIn(context);
  await page.goto(`/${language}/search`);
  await expect(cart.linkWith(2)).toContainText(inText("Common.cartNow.minutes"));
  expect(asked).toEqual([]);
  const allowed = Promise.withResolvers<void>();
  await page.route("**/api/open-cart", async (route) => {
    await allowed.promise;
    await route.continue();
  });
  await page.goto(`/${language}`);
  await expect.poll(() => asked.length).toBe(1);
  await expect(cart.emptyLink).toBeVisible();
  allowed.resolve();
  await expect(cart.linkWith(2)).toContainText(inText("Common.cartNow.minutes"));
  expect(await boxes(page)).toEqual(before);
  expect(await noticeableShifts(page)).toEqual([]);
  for (const path of ["/calendar", "/nowhere"]) {
    await page.goto(`/${language}${path}`);
    await expect(cart.linkWith(2)).toBeVisible();
  }

  // Another tab empties the cart. A page that Back restores from memory shows the present state.
  const otherTab = cartPage(await context.newPage());
  await otherTab.open();
  await expect(otherTab.linkWith(2)).toHaveAttribute("aria-current", "page");
  await otherTab.empty();
  await expect(otherTab.emptyLink).toBeVisible();
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
  await expect(cart.emptyLink).toBeVisible();
  const last = asked.length;
  await page.goto(`/${language}/events/${eventId}`);
  await expect(page.getByRole("button", { name: words.like("Event.picker.more") }).first()).toBeVisible();
  expect(asked.length).toBe(last);

  // A forged mark, or a stale one, costs one request, whose answer removes it.
  await context.addCookies([mark]);
  await page.goto(`/${language}`);
  await expect.poll(async () => (await context.cookies()).filter(({ name }) => MARK.test(name))).toEqual([]);
  expect(asked.length).toBe(last + 1);
  await expect(cart.emptyLink).toBeVisible();
});

test("the header has one row with a cart at 320, 384 and 390 pixels, in each language", {
  tag: ["@purchase", "@once", "@in-full"],
}, async ({ page, anyTickets }) => {
  await anyTickets.reserve(2);
  for (const locale of Object.keys(MESSAGES))
    for (const path of ["search", "cart"]) {
      await page.goto(`/${locale}/${path}`);
      for (const width of [320, 384, 390]) {
        await page.setViewportSize({ width, height: 800 });
        const { tops, over } = await page.getByRole("banner").evaluate((header) => ({
          tops: [...header.querySelectorAll("a")].map((link) => Math.round(link.getBoundingClientRect().top)),
          over: document.documentElement.scrollWidth - document.documentElement.clientWidth,
        }));
        expect([new Set(tops).size, over], `${path} in ${locale} at ${width}`).toEqual([1, 0]);
      }
    }
});

test("the header counts the minutes down, announces the last two, and leads to the cart when the time is up", {
  tag: ["@expiry", "@purchase", "@once"],
}, async ({ page, context, anyTickets, cart }) => {
  await page.clock.install();
  await anyTickets.reserve(2);
  await page.goto(`/${language}`);
  const link = cart.linkWith(2);
  await expect(link).toContainText(inText("Common.cartNow.minutes"));
  const left = (await markIn(context)).expires - Date.now() / 1000;
  const announced = page.getByRole("banner").getByRole("status");
  await page.clock.fastForward((left - 4.5 * 60) * 1000);
  await expect(link).toContainText(text("Common.cartNow.minutes", { count: 4 }));
  await expect(announced).toHaveText("");
  await page.clock.fastForward("03:00");
  await expect(link).toContainText(text("Common.cartNow.minutes", { count: 1 }));
  await expect(announced).not.toHaveText("");

  // Only the page's clock has moved, not the server's.
  const cartAtEnd = { eventIds: [], count: 0, secondsLeft: 0 };
  await page.route("**/api/open-cart", (route) => route.fulfill({ json: { cart: cartAtEnd } }));
  await page.clock.fastForward("02:00");
  await expect(announced).toHaveText(text("Common.cartNow.timeIsUpName"));
  await page.getByRole("link", { name: text("Common.cartNow.timeIsUpName") }).click();
  await page.waitForURL(/\/cart$/);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a page that is rendered for the visitor has the cart in its header", {
    tag: ["@purchase", "@once"],
  }, async ({ page, anyTickets, cart }) => {
    await anyTickets.reserveWithoutScript();
    await page.goto(`/${language}/search`);
    await expect(cart.linkWith(1)).toContainText(inText("Common.cartNow.minutes"));
  });
});

async function markIn(context: BrowserContext) {
  const mark = (await context.cookies()).find(({ name }) => MARK.test(name));
  if (mark === undefined) throw new Error("There is no mark of a cart.");
  return mark;
}

function requestsForTheCart(page: Page): readonly string[] {
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/api/open-cart")) asked.push(page.url());
  });
  return asked;
}

/** Returns where the links of the header are. */
function boxes(page: Page) {
  return page.getByRole("banner").evaluate(async (header) => {
    await document.fonts.ready;
    return [...header.querySelectorAll("a")].map((link) => JSON.stringify(link.getBoundingClientRect()));
  });
}
