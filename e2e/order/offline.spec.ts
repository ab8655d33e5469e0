import type { Browser, BrowserContext, Page } from "@playwright/test";
import { scan, ticketPage } from "#e2e/pages/ticket-page.ts";
import { expectAccessible } from "#e2e/support/accessibility.ts";
import { type CuttableNetwork, openCuttableNetwork } from "#e2e/support/cuttable-network.ts";
import { test as base, expect } from "#e2e/support/fixtures.ts";
import { words } from "#e2e/support/words.ts";

const { text, like } = words;

type Device = {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly tickets: ReturnType<typeof ticketPage>;
  /** Cuts every connection, and the browser knows that it is offline. */
  readonly disconnect: () => Promise<void>;
  readonly connect: () => Promise<void>;
};

/** A further device, whose network a test can cut. */
const test = base.extend<{ readonly device: Device }>({
  device: async ({ browser, env }, use) => {
    const network = await openCuttableNetwork(env.address);
    const device = await deviceIn(browser, network);
    await use(device);
    await device.context.close();
    network.close();
  },
});

async function deviceIn(browser: Browser, network: CuttableNetwork): Promise<Device> {
  const context = await browser.newContext({
    proxy: network.proxy,
    viewport: { width: 390, height: 844 },
    timezoneId: "Pacific/Auckland",
  });
  const page = await context.newPage();
  return {
    context,
    page,
    tickets: ticketPage(page),
    async disconnect() {
      network.cut();
      await context.setOffline(true);
    },
    async connect() {
      network.restore();
      await context.setOffline(false);
    },
  };
}

const saved = (page: Page) => page.getByText(text("Sale.offline.saved"), { exact: true });
const age = (page: Page) => page.getByRole("status").filter({ hasText: like("Sale.offline.age") });

test.describe("An order page without a network", { tag: ["@purchase", "@sandbox", "@once"] }, () => {
  test("46: after one visit all QR codes of all events decode, at 320 px and in both themes", {
    tag: ["@service", "@buys"],
  }, async ({ page, device, anyTickets, buyer, checkout, tickets }) => {
    test.slow();
    const first = await anyTickets.reserve(2);
    const second = await anyTickets.reserve(1, { besides: [first] });
    await checkout.submitDetails(buyer);
    await checkout.payWithGoodCard();
    const codes = [await tickets.scan(0), await tickets.scan(1), await tickets.scan(2)];

    await device.page.goto(page.url());
    await expect(saved(device.page)).toBeVisible();
    await device.disconnect();
    await device.page.setViewportSize({ width: 320, height: 640 });
    await device.page.reload();

    await expect(age(device.page)).toBeVisible();
    await expect(device.page.getByRole("heading", { level: 1 })).toContainText(text("Sale.going"));
    for (const { eventName } of [first, second]) await expect(device.page.getByRole("main")).toContainText(eventName);
    for (const colorScheme of ["light", "dark"] as const) {
      await device.page.emulateMedia({ colorScheme });
      const scanned = [await device.tickets.scan(0), await device.tickets.scan(1), await device.tickets.scan(2)];
      expect(scanned).toEqual(codes);
    }
    for (const code of await device.tickets.codes.all())
      expect((await code.boundingBox())?.width).toBeGreaterThanOrEqual(240);
    await expectAccessible(device.page, "an order page without a network");

    await test.step("Full screen: keys and swipes lead through the tickets of both events", async () => {
      await device.page
        .getByRole("button", { name: words.inText("Sale.show") })
        .first()
        .click();
      const view = device.page.getByRole("dialog");
      const code = view.getByRole("img", { name: like("Sale.code") });
      await expect(view).toContainText(text("Sale.position", { number: 1, count: 2 }));
      expect((await code.boundingBox())?.width).toBeGreaterThanOrEqual(240);
      expect(await scan(code)).toBe(codes[0]);
      await expectAccessible(device.page, "a ticket full screen without a network");
      await device.page.keyboard.press("ArrowRight");
      await expect(view).toContainText(text("Sale.position", { number: 2, count: 2 }));
      expect(await scan(code)).toBe(codes[1]);
      await swipe(device.page, -120);
      await expect(view).toContainText(second.eventName);
      expect(await scan(code)).toBe(codes[2]);
      await expect(view).toContainText(words.inText("Sale.offline.age"));
      await swipe(device.page, 120);
      await expect(view).toContainText(text("Sale.position", { number: 2, count: 2 }));
    });
  });

  test("shows a change with the next connection, without a reload", { tag: ["@service", "@buys"] }, async ({
    page,
    device,
    serviceClient,
    checkout,
    tickets,
    putOnSaleAndReserve,
  }) => {
    await putOnSaleAndReserve("Twelfth Night");
    await checkout.submitDetails();
    await checkout.payWithGoodCard();
    const code = await tickets.scan();
    await device.page.goto(page.url());
    await expect(saved(device.page)).toBeVisible();

    await device.disconnect();
    await device.page.reload();
    await expect(age(device.page)).toBeVisible();
    expect((await serviceClient.admit(code)).result).toBe("ADMITTED");
    await device.page.reload();
    await expect(device.page.getByText(text("Sale.admitted"))).toHaveCount(0);

    await device.connect();
    await expect(device.page.getByText(text("Sale.admitted"))).toBeVisible();
    await expect(age(device.page)).toHaveCount(0);
    await device.disconnect();
    await device.page.reload();
    await expect(device.page.getByText(text("Sale.admitted"))).toBeVisible();
  });

  test("P26: a revoked link deletes the copy at the next connection", { tag: "@buys" }, async ({
    page,
    device,
    anyTickets,
    buyer,
    checkout,
  }) => {
    await anyTickets.reserve();
    await checkout.submitDetails(buyer);
    await checkout.payWithGoodCard();
    const old = page.url();
    await device.page.goto(old);
    await expect(saved(device.page)).toBeVisible();

    await page.goto(`${old}/new-link`);
    await page.getByLabel(text("NewLink.email"), { exact: true }).fill(buyer.email);
    await page.getByRole("button", { name: text("NewLink.send") }).click();
    await page.waitForURL((url) => /\/sales\/[^/]+$/.test(url.pathname) && url.href !== old);

    expect((await device.page.reload())?.status()).toBe(404);
    await expect.poll(() => device.page.evaluate(() => caches.keys())).toEqual([]);
    await device.disconnect();
    await expect(device.page.goto(old)).rejects.toThrow(/ERR_/);
  });

  test("P26: the new link deletes the copy of the link that it replaces", { tag: "@buys" }, async ({
    page,
    anyTickets,
    buyer,
    checkout,
  }) => {
    await anyTickets.reserve();
    await checkout.submitDetails(buyer);
    await checkout.payWithGoodCard();
    await expect(saved(page)).toBeVisible();
    const old = new URL(page.url()).pathname;
    expect(await page.evaluate(() => caches.keys())).toEqual([`order ${old}`]);

    await page.goto(`${old}/new-link`);
    await page.getByLabel(text("NewLink.email"), { exact: true }).fill(buyer.email);
    await page.getByRole("button", { name: text("NewLink.send") }).click();
    await page.waitForURL((url) => /\/sales\/[^/]+$/.test(url.pathname) && url.pathname !== old);
    const renewed = new URL(page.url()).pathname;
    await expect.poll(() => page.evaluate(() => caches.keys())).toEqual([`order ${renewed}`]);
  });

  test("is removed from the device by a button, and not saved again at the next visit", { tag: "@buys" }, async ({
    page,
    device,
    anyTickets,
    buyer,
    checkout,
  }) => {
    await anyTickets.reserve();
    await checkout.submitDetails(buyer);
    await checkout.payWithGoodCard();
    await device.page.goto(page.url());
    await expect(saved(device.page)).toBeVisible();
    await device.page.getByRole("button", { name: text("Sale.offline.remove") }).click();
    await expect(device.page.getByText(text("Sale.offline.removed"))).toBeVisible();
    await device.page.reload();
    await expect(device.page.getByText(text("Sale.offline.removed"))).toBeVisible();
    expect(await device.page.evaluate(() => caches.keys())).toEqual([]);

    await device.page.getByRole("button", { name: text("Sale.offline.save") }).click();
    await expect(saved(device.page)).toBeVisible();
    await device.disconnect();
    await device.page.reload();
    await expect(age(device.page)).toBeVisible();
  });

  test("no other page has a worker, and the worker may only fetch from its own origin", { tag: "@buys" }, async ({
    page,
    anyTickets,
    buyer,
    checkout,
  }) => {
    await anyTickets.reserve();
    await checkout.submitDetails(buyer);
    await checkout.payWithGoodCard();
    await expect(saved(page)).toBeVisible();
    const link = new URL(page.url()).pathname;
    expect((await page.reload())?.fromServiceWorker()).toBe(true);
    const kept = await page.evaluate(async (path) => {
      const copy = await caches.open(`order ${path}`);
      return (await copy.keys()).map(({ url }) => new URL(url).pathname);
    }, link);
    expect(kept.filter((path) => !/^\/(_next\/static|brand)/.test(path))).toEqual([link]);

    for (const path of [`/${words.language}/checkout`, `/${words.language}/cart`, `/${words.language}`]) {
      const response = await page.goto(path);
      expect(response?.fromServiceWorker(), path).toBe(false);
      expect(await page.evaluate(() => navigator.serviceWorker.controller), path).toBeNull();
    }
    const worker = await page.request.get("/order-worker.js");
    expect(worker.headers()["content-security-policy"]).toMatch(/^default-src 'none'; connect-src 'self';/);
    expect(worker.headers()["cache-control"]).toBe("no-cache");

    const manifest = await (await page.request.get(`${link}/app-manifest`)).json();
    expect(manifest).toMatchObject({ start_url: link, scope: link, display: "standalone" });
    await page.goto(link);
    await expect(page.locator('link[rel="manifest"]')).toHaveAttribute("href", `${link}/app-manifest`);
  });
});

/** Moves a finger across the screen, by this number of pixels. */
async function swipe(page: Page, across: number): Promise<void> {
  const client = await page.context().newCDPSession(page);
  const [x, y] = [160, 500];
  await client.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x, y }] });
  await client.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: [{ x: x + across, y }] });
  await client.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
}
