import type { Page } from "@playwright/test";
import { expectAccessible } from "#e2e/support/accessibility.ts";
import { words, wordsOf } from "#e2e/support/words.ts";
import { age, copiesOn, expect, saved, test, workersOn } from "./offline-device.ts";

const { language, text } = words;

const list = (page: Page, inLanguage = words) =>
  page.getByRole("region", { name: inLanguage.text("SavedOrders.saved") });

test.describe("Saved orders where the shop cannot be reached", { tag: ["@purchase", "@sandbox", "@once"] }, () => {
  test("without a network the start page, My tickets and another link show one list, and a press the codes", {
    tag: ["@service", "@buys"],
  }, async ({ page, device, anyTickets, buy, tickets }) => {
    const { eventName } = await anyTickets.reserve();
    const order = await buy({ isReserved: true });
    const code = await tickets.scan();
    const inArabic = new URL(order).pathname.replace(/^\/\w+/, "/ar");
    await device.page.goto("/");
    await device.page.evaluate(saveAsBefore, inArabic);
    expect(await workersOn(device.page)).toEqual([inArabic]);
    await device.visit(order);
    await expect.poll(() => workersOn(device.page), "one worker in place of one for each order").toEqual(["/"]);

    await device.disconnect();
    await device.page.evaluate(saveAsAnotherOrder);
    for (const path of ["/", `/${language}`, `/${language}/find-tickets`, `/${language}/sales/of-a-mail?from=mail`]) {
      await device.page.goto(path);
      await expect(device.page.getByRole("heading", { level: 1, name: text("SavedOrders.title") }), path).toBeVisible();
      await expect(list(device.page).getByRole("listitem"), path).toHaveCount(2);
    }
    await expect(device.page).toHaveTitle(text("SavedOrders.title"));
    await expect(list(device.page)).toContainText(text("Sale.offline.remove"));
    await expectAccessible(device.page, "the list of saved orders");

    await device.page.goto("/ar");
    await expect(device.page.locator("html")).toHaveAttribute("dir", "rtl");
    await expect(list(device.page, wordsOf("ar")).getByRole("listitem")).toHaveCount(2);
    await device.page.goto("/");
    const entries = list(device.page).getByRole("link");
    await expect(entries).toHaveText([new RegExp(eventName), new RegExp(eventName)]);
    await entries.first().press("Enter");
    await expect(device.page).toHaveURL(`${order}#tickets`);
    await expect(age(device.page)).toBeVisible();
    expect(await device.tickets.scan()).toBe(code);
    await expect(device.page.goto(`/${language}/cart`), "the worker answers no other page").rejects.toThrow(/ERR_/);

    await test.step("On the device that paid, the button removes the copies without a network as well", async () => {
      await expect(saved(page)).toBeVisible();
      await page.context().setOffline(true);
      await page.getByRole("button", { name: text("Sale.offline.remove") }).click();
      await expect(page.getByText(text("Sale.offline.removed"))).toBeVisible();
      expect([await copiesOn(page), await workersOn(page)]).toEqual([[], []]);
    });
  });

  test("only the order's own page has a copy where the server fails or is slow", {
    tag: ["@buys", "@in-full"],
  }, async ({ device, buy }) => {
    const order = await buy();
    const other = `/${language}/sales/of-a-mail`;
    await device.visit(order);
    device.network.fail();
    for (const path of [`/${language}`, `/${language}/find-tickets`, other])
      expect((await device.page.goto(path))?.status(), path).toBe(503);
    await device.page.goto(order);
    await expect(age(device.page)).toBeVisible();
    device.network.restore();
    await expect(age(device.page)).toHaveCount(0);

    device.network.hold();
    const slow = await device.context.newPage();
    const start = slow.goto(`/${language}`);
    await device.page.goto(order);
    await expect(age(device.page)).toBeVisible();
    device.network.restore();
    expect((await start)?.status()).toBe(200);
    await expect(list(slow)).toHaveCount(0);
    await expect(slow.getByRole("navigation").first()).toBeVisible();
    expect((await copiesOn(slow)).length).toBe(1);
  });
});

/** Saves an order page as earlier versions did: with a worker for its address alone, and without a list. */
async function saveAsBefore(path: string): Promise<void> {
  await navigator.serviceWorker.register("/order-worker.js", { scope: path });
  const html = await (await fetch(path)).text();
  const headers = { "Content-Type": "text/html", "X-Copy-Saved": "1", "X-Copy-Until": String(Date.now() + 86_400_000) };
  const copy = new Response(html.replace("saved-orders", "unknown"), { headers });
  await (await caches.open(`order ${path}`)).put(path, copy);
}

/** Saves the copy that is shown a second time, as that of an order with other tickets. */
async function saveAsAnotherOrder(): Promise<void> {
  const copy = await caches.match(location.pathname);
  const html = (await copy?.text())?.replace('data-tickets="', 'data-tickets="0,');
  const headers = new Headers(copy?.headers);
  headers.set("X-Copy-Saved", "1");
  const path = `${location.pathname}-another`;
  await (await caches.open(`order ${path}`)).put(path, new Response(html, { headers }));
}
