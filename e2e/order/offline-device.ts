import type { Browser, BrowserContext, Page } from "@playwright/test";
import { ticketPage } from "#e2e/pages/ticket-page.ts";
import { type CuttableNetwork, openCuttableNetwork } from "#e2e/support/cuttable-network.ts";
import { test as base, expect } from "#e2e/support/fixtures.ts";
import { words } from "#e2e/support/words.ts";

const { text, like } = words;

type Device = {
  readonly context: BrowserContext;
  readonly network: CuttableNetwork;
  readonly page: Page;
  readonly tickets: ReturnType<typeof ticketPage>;
  /** Opens an order and waits until the device has its copy. */
  readonly visit: (order: string) => Promise<void>;
  /** Cuts every connection, and the browser knows that it is offline. */
  readonly disconnect: () => Promise<void>;
  readonly connect: () => Promise<void>;
  /** Without a network: loads the page again, which is the copy. */
  readonly reloadCopy: () => Promise<void>;
};

type Fixtures = {
  /** A further device, whose network a test can cut. */
  readonly device: Device;
  /** Buys the tickets that are reserved, or a ticket of any event. Returns the address of the order. */
  readonly buy: (options?: { readonly isReserved: boolean }) => Promise<string>;
};

export const test = base.extend<Fixtures>({
  device: async ({ browser, env }, use) => {
    const network = await openCuttableNetwork(env.address);
    const device = await deviceIn(browser, network);
    await use(device);
    await device.context.close();
    network.close();
  },
  buy: ({ page, anyTickets, buyer, checkout, tickets }, use) =>
    use(async ({ isReserved } = { isReserved: false }) => {
      if (!isReserved) await anyTickets.reserve();
      await checkout.buy(buyer);
      await expect(tickets.heading).toBeVisible();
      return page.url();
    }),
});

async function deviceIn(browser: Browser, network: CuttableNetwork): Promise<Device> {
  const context = await browser.newContext({
    proxy: network.proxy,
    locale: words.language,
    viewport: { width: 390, height: 844 },
    timezoneId: "Pacific/Auckland",
  });
  const page = await context.newPage();
  return {
    context,
    network,
    page,
    tickets: ticketPage(page),
    async visit(order) {
      await page.goto(order);
      await expect(saved(page)).toBeVisible();
    },
    async disconnect() {
      network.cut();
      await context.setOffline(true);
    },
    async connect() {
      network.restore();
      await context.setOffline(false);
    },
    async reloadCopy() {
      await page.reload();
      await expect(age(page)).toBeVisible();
    },
  };
}

export const saved = (page: Page) => page.getByText(text("Sale.offline.saved"), { exact: true });
export const age = (page: Page) => page.getByRole("status").filter({ hasText: like("Sale.offline.age") });
/** Returns the names of the copies on the device. */
export const copiesOn = (page: Page) => page.evaluate(() => window.caches.keys());
/** Returns the paths for which the device has a worker. */
export const workersOn = (page: Page) =>
  page.evaluate(async () => {
    const registrations = await navigator.serviceWorker.getRegistrations();
    return registrations.map(({ scope }) => new URL(scope).pathname);
  });

export { expect };
