import type { Page } from "@playwright/test";
import { scan } from "#e2e/pages/ticket-page.ts";
import { expectAccessible } from "#e2e/support/accessibility.ts";
import { words } from "#e2e/support/words.ts";
import { age, expect, saved, test, workersOn } from "./offline-device.ts";

const { text, like } = words;

test.describe("An order page without a network", { tag: ["@purchase", "@sandbox", "@once"] }, () => {
  test("46: after one visit all QR codes of all events decode, at 320 px and in both themes", {
    tag: ["@service", "@buys"],
  }, async ({ device, anyTickets, buy, tickets }) => {
    test.slow();
    const first = await anyTickets.reserve(2);
    const second = await anyTickets.reserve(1, { besides: [first] });
    const order = await buy({ isReserved: true });
    const codes = [await tickets.scan(0), await tickets.scan(1), await tickets.scan(2)];

    await device.visit(order);
    await device.disconnect();
    await device.page.setViewportSize({ width: 320, height: 640 });
    await device.reloadCopy();
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
      await expect(view).toContainText(text("Sale.position", { number: 1, count: 3 }));
      expect((await code.boundingBox())?.width).toBeGreaterThanOrEqual(240);
      expect(await scan(code)).toBe(codes[0]);
      await expectAccessible(device.page, "a ticket full screen without a network");
      await device.page.keyboard.press("ArrowRight");
      await expect(view).toContainText(text("Sale.position", { number: 2, count: 3 }));
      expect(await scan(code)).toBe(codes[1]);
      await swipe(device.page, -120);
      await expect(view).toContainText(second.eventName);
      await expect(view).toContainText(text("Sale.position", { number: 3, count: 3 }));
      expect(await scan(code)).toBe(codes[2]);
      await expect(view).toContainText(words.inText("Sale.offline.age"));
      await swipe(device.page, 120);
      await expect(view).toContainText(text("Sale.position", { number: 2, count: 3 }));
    });
  });

  test("shows a change with the next connection, without a reload", { tag: ["@service", "@buys", "@in-full"] }, async ({
    device,
    serviceClient,
    buy,
    tickets,
    putOnSaleAndReserve,
  }) => {
    await putOnSaleAndReserve("Twelfth Night");
    const order = await buy({ isReserved: true });
    const code = await tickets.scan();
    await device.visit(order);
    const map = device.page.getByRole("link", { name: text("Facts.map"), exact: true });
    const needNetwork = [
      map,
      device.page.getByRole("button", { name: text("SendTickets.sendAgain") }),
      device.page.locator("summary").filter({ hasText: text("Rename.change") }),
    ];
    for (const one of needNetwork) await expect(one).toBeVisible();

    await device.disconnect();
    await device.reloadCopy();
    for (const one of needNetwork) await expect(one, "it needs a network").toBeHidden();
    expect((await serviceClient.admit(code)).result).toBe("ADMITTED");
    await device.page.reload();
    await expect(device.page.getByText(text("Sale.admitted"))).toHaveCount(0);

    await device.connect();
    await expect(device.page.getByText(text("Sale.admitted"))).toBeVisible();
    await expect(age(device.page)).toHaveCount(0);
    await expect(map).toBeVisible();
    await device.disconnect();
    await device.page.reload();
    await expect(device.page.getByText(text("Sale.admitted"))).toBeVisible();
  });

  test("the worker answers the pages of saved orders and the ways to them, and nothing else", { tag: "@buys" }, async ({
    page,
    device,
    catalogue,
    buy,
  }) => {
    const link = new URL(await buy()).pathname;
    await expect(saved(page)).toBeVisible();
    await device.visit(page.url());
    expect(await workersOn(device.page)).toEqual(["/"]);
    const kept = await device.page.evaluate(async (path) => {
      const copy = await window.caches.open(`order ${path}`);
      return (await copy.keys()).map(({ url }) => new URL(url).pathname);
    }, link);
    expect(kept.filter((path) => !/^\/(_next\/static|brand|pictures)/.test(path))).toEqual([link]);

    const byWorker: string[] = [];
    for (const one of [device.page, page])
      one.on("response", (response) => {
        const { pathname } = new URL(response.url());
        if (response.fromServiceWorker()) byWorker.push(`${response.request().method()} ${pathname}`);
      });
    const start = `/${words.language}`;
    const [event] = await catalogue.events();
    const untouched = ["/checkout", `/events/${event?.id}`, `/embed/events/${event?.id}`, "/promoter/sign-in"];
    const pages = [start, `${start}/find-tickets`, ...untouched.map((path) => start + path), `${link}/receipt`];
    const before = device.network.pages.length;
    for (const path of pages) await device.page.goto(path);
    expect(await device.page.evaluate(async (file) => (await fetch(file)).status, `${link}/pdf`)).toBe(200);
    expect(byWorker).toEqual([`GET ${start}`, `GET ${start}/find-tickets`]);
    // The checkout of an empty cart leads to the cart.
    const asked = pages.toSpliced(pages.indexOf(`${start}/checkout`) + 1, 0, `${start}/cart`);
    expect(device.network.pages.slice(before), "each page is asked for once").toEqual(asked);

    await device.page.goto(link);
    expect(byWorker, "the control").toContain(`GET ${link}`);

    const worker = await page.request.get("/order-worker.js");
    expect(worker.headers()["content-security-policy"]).toMatch(/^default-src 'none'; connect-src 'self';/);
    expect(worker.headers()["cache-control"]).toBe("no-cache");
    const manifest = await (await page.request.get(`${link}/app-manifest`)).json();
    expect(manifest).toMatchObject({ start_url: link, scope: link, display: "standalone" });
    await page.goto(link);
    await expect(page.locator('link[rel="manifest"]')).toHaveAttribute("href", `${link}/app-manifest`);

    await page.getByRole("button", { name: text("Sale.offline.remove") }).click();
    await expect(page.getByRole("status").filter({ hasText: text("FindTickets.removed") })).toBeVisible();
    expect(byWorker.filter((one) => !one.startsWith("GET "))).toEqual([]);
    expect(await workersOn(page), "a device without a saved order").toEqual([]);
    expect((await page.goto(start))?.fromServiceWorker()).toBe(false);
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
