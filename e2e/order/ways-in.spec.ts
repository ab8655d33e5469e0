import type { Browser, Page } from "@playwright/test";
import { words } from "#e2e/support/words.ts";
import { expect, saved, test } from "./offline-device.ts";

const { language, text } = words;

/** The test card whose charge takes seconds. */
/** Answered after the service has stopped waiting, so the payment is under way for more than half a minute. */
const TOO_SLOW = "4111 1111 1111 1319";

const CHECKOUT = ["/checkout/tickets", "/checkout", "/checkout/pay", "/checkout/receipt", "/checkout/pay/checking"];

/** Returns the page that each address of the checkout leads this browser to. A paid one says so, and its page opens the tickets. */
async function checkoutLeadsTo(page: Page): Promise<readonly string[]> {
  const answers = await Promise.all(CHECKOUT.map((path) => page.request.get(`/${language}${path}`)));
  return Promise.all(
    answers.map(async (answer) => {
      const [, opened] = /http-equiv="refresh" content="0;url=\/\w+\/(\w+)\//.exec(await answer.text()) ?? [];
      return opened ?? new URL(answer.url()).pathname.split("/")[2] ?? "";
    }),
  );
}

const eachTo = (page: string) => CHECKOUT.map(() => page);

const list = (page: Page) => page.getByRole("region", { name: text("FindTickets.device") });

async function expectNoWayIn(page: Page, what: string) {
  expect(await checkoutLeadsTo(page), what).toEqual(eachTo("cart"));
  await page.goto(`/${language}/checkout/pay/checking`);
  await expect(page.getByRole("heading", { level: 1, name: text("Cart.nothingTitle") })).toBeVisible();
}

/** Returns a page of a second browser with a copy of the cookies of the first. */
async function copyOf(page: Page, browser: Browser, baseURL: string): Promise<Page> {
  const copy = await browser.newContext({ baseURL });
  await copy.addCookies(await page.context().cookies());
  return copy.newPage();
}

test.describe("Ways into a paid order", { tag: ["@purchase", "@sandbox", "@once"] }, () => {
  test("P26: removing an order from the device that paid ends its ways in, also for a copy of its cookies, and no link in mail", {
    tag: ["@buys", "@mail"],
  }, async ({ page, browser, env, buy, buyer, mailbox }) => {
    test.slow();
    const order = await buy();
    const mailed = /https?:\/\/\S+\/sales\/\S+/.exec((await mailbox.messageTo(buyer.email)).text)?.[0] ?? "";
    const copy = await copyOf(page, browser, env.address);
    for (const tab of [page, copy]) expect(await checkoutLeadsTo(tab), "before").toEqual(eachTo("sales"));
    await copy.goto(`/${language}/cart`);
    await expect(list(copy)).toBeVisible();

    await page.goto(order);
    await page.goto(`/${language}/find-tickets`);
    await expect(page.getByRole("heading", { level: 1, name: text("Common.myTickets") })).toBeVisible();
    const headings = page.getByRole("main").getByRole("heading", { level: 2 });
    await expect(headings).toHaveText([text("FindTickets.device"), text("FindTickets.title")]);
    await list(page)
      .getByRole("button", { name: text("FindTickets.clear") })
      .click();
    await expect(page.getByRole("status").filter({ hasText: text("FindTickets.removed") })).toBeVisible();
    const names = (await page.context().cookies()).map(({ name }) => name);
    expect(names.filter((name) => /foyer(-bought)?$/.test(name))).toEqual([]);
    await page.goBack();
    await expect(list(page)).toHaveCount(0);
    await page.goBack();
    await expect(page.getByRole("heading", { level: 1, name: text("LinkEnded.title") })).toBeVisible();

    for (const tab of [page, copy]) {
      await expectNoWayIn(tab, tab === page ? "the browser that paid" : "a copy of its cookies");
      await expect(list(tab)).toHaveCount(0);
      expect((await tab.goto(order))?.status()).toBe(404);
      expect((await tab.goto(mailed))?.status(), "the link in the mail").toBe(200);
    }
    await copy.context().close();
  });

  test("P26: on the device that paid, the button on the order's page ends the ways into it as well", {
    tag: "@buys",
  }, async ({ page, buy }) => {
    const order = await buy();
    await expect(saved(page)).toBeVisible();
    await page.getByRole("button", { name: text("Sale.offline.remove") }).click();
    await expect(page.getByRole("status").filter({ hasText: text("FindTickets.removed") })).toBeVisible();
    expect(await page.evaluate(() => window.caches.keys())).toEqual([]);
    await expectNoWayIn(page, "the browser that paid");
    expect((await page.goto(order))?.status()).toBe(404);
  });

  test("an order that only the checkout knew is listed once another cart replaces it, and removing the order keeps that cart", {
    tag: "@buys",
  }, async ({ page, context, anyTickets, buy }) => {
    await buy();
    // As after a payment whose answer was lost: the page that finds it paid cannot set a cookie.
    await context.clearCookies({ name: /foyer-bought$/ });
    await page.goto(`/${language}/find-tickets`);
    await expect(list(page)).toHaveCount(0);
    const { eventName } = await anyTickets.reserve();
    await page.goto(`/${language}/find-tickets`);
    await list(page)
      .getByRole("button", { name: text("FindTickets.clear") })
      .click();
    await expect(page.getByRole("status").filter({ hasText: text("FindTickets.removed") })).toBeVisible();
    await page.goto(`/${language}/cart`);
    await expect(page.getByRole("main")).toContainText(eventName);
    await expect(list(page)).toHaveCount(0);
  });

  test("removing orders while a payment is under way keeps its checkout, so that nothing is paid twice", {
    tag: ["@buys", "@faults"],
  }, async ({ page, context, buy, anyTickets, buyer, checkout }) => {
    test.slow();
    await buy();
    await anyTickets.reserve();
    await checkout.openPayment(buyer);
    await checkout.typeCard({ number: TOO_SLOW });
    await checkout.payButton.click();
    const second = await context.newPage();
    await expect
      .poll(async () => new URL((await second.request.get(`/${language}/checkout/pay`)).url()).pathname)
      .toMatch(/\/checkout\/pay\/checking$/);
    await second.goto(`/${language}/find-tickets`);
    await list(second)
      .getByRole("button", { name: text("FindTickets.clear") })
      .click();
    await expect(second.getByRole("status").filter({ hasText: text("FindTickets.removed") })).toBeVisible();
    await second.goto(`/${language}/checkout/pay`);
    await expect(second).toHaveURL(/\/checkout\/pay\/checking$|\/sales\//);
    await page.waitForURL(/\/sales\//, { timeout: 120_000 });
  });

  for (const where of ["another device", "the device that paid"] as const) {
    test(`P26: a new link made on ${where} ends every earlier way into the order`, { tag: "@buys" }, async ({
      page,
      browser,
      env,
      buy,
      buyer,
    }) => {
      test.slow();
      const order = await buy();
      const copy = await copyOf(page, browser, env.address);
      for (const tab of [page, copy]) expect(await checkoutLeadsTo(tab), "before").toEqual(eachTo("sales"));

      const other = await (await browser.newContext({ baseURL: env.address })).newPage();
      const pressed = where === "another device" ? other : page;
      await pressed.goto(`${order}/new-link`);
      await pressed.getByLabel(text("NewLink.email"), { exact: true }).fill(buyer.email);
      await pressed.getByRole("button", { name: text("NewLink.send") }).click();
      await pressed.waitForURL((url) => /\/sales\/[^/]+$/.test(url.pathname) && url.href !== order);
      const renewed = pressed.url();

      for (const tab of [page, copy]) {
        await expectNoWayIn(tab, tab === page ? "the browser that paid" : "a copy of its cookies");
        await expect(list(tab)).toHaveCount(tab === pressed ? 1 : 0);
        expect((await tab.goto(order))?.status()).toBe(404);
      }
      expect((await pressed.goto(renewed))?.status()).toBe(200);
      for (const tab of [copy, other]) await tab.context().close();
    });
  }
});
