import type { Page } from "@playwright/test";
import { words } from "#e2e/support/words.ts";
import { copiesOn, expect, saved, test, workersOn } from "./offline-device.ts";

const { text } = words;

/** Replaces the link of the order that is shown. Returns the path of the new one. */
async function replaceLink(page: Page, email: string): Promise<string> {
  const old = page.url();
  await page.goto(`${old}/new-link`);
  await page.getByLabel(text("NewLink.email"), { exact: true }).fill(email);
  await page.getByRole("button", { name: text("NewLink.send") }).click();
  await page.waitForURL((url) => /\/sales\/[^/]+$/.test(url.pathname) && url.href !== old);
  return new URL(page.url()).pathname;
}

test.describe("Copies of orders on a device", { tag: ["@purchase", "@sandbox", "@once"] }, () => {
  test("P26: a new link deletes the copies of the revoked one, on another device at its next connection", {
    tag: "@buys",
  }, async ({ page, device, buy, buyer }) => {
    const old = await buy();
    await device.visit(old);
    await expect(saved(page)).toBeVisible();
    expect(await copiesOn(page)).toEqual([`order ${new URL(old).pathname}`]);
    const renewed = await replaceLink(page, buyer.email);
    await expect.poll(() => copiesOn(page)).toEqual([`order ${renewed}`]);

    expect((await device.page.reload())?.status()).toBe(404);
    await expect.poll(() => copiesOn(device.page)).toEqual([]);
    expect(await workersOn(device.page), "no order is saved").toEqual([]);
    await device.disconnect();
    await expect(device.page.goto(old)).rejects.toThrow(/ERR_/);
  });

  test("is removed from the device by a button, and not saved again at the next visit", { tag: "@buys" }, async ({
    device,
    buy,
  }) => {
    const removed = device.page.getByText(text("Sale.offline.removed"));
    await device.visit(await buy());
    await device.page.getByRole("button", { name: text("Sale.offline.remove") }).click();
    await expect(removed).toBeVisible();
    await device.page.reload();
    await expect(removed).toBeVisible();
    expect(await copiesOn(device.page)).toEqual([]);
    expect(await workersOn(device.page)).toEqual([]);

    await device.page.getByRole("button", { name: text("Sale.offline.save") }).click();
    await expect(saved(device.page)).toBeVisible();
    await device.disconnect();
    await device.reloadCopy();
  });

  test("keeps the newest files and the newest three copies of an order; the brand's colours come from the network first", {
    tag: ["@buys", "@in-full"],
  }, async ({ page, device, buy }) => {
    test.slow();
    await device.visit(await buy());
    await device.page.evaluate(async () => {
      const [name = ""] = await window.caches.keys();
      await (await window.caches.open(name)).put("/_next/static/chunks/earlier.js", new Response(""));
    });
    await device.page.reload();
    const files = () =>
      device.page.evaluate(async () => {
        const [name = ""] = await window.caches.keys();
        return (await (await window.caches.open(name)).keys()).map(({ url }) => new URL(url).pathname);
      });
    await expect.poll(files).not.toContain("/_next/static/chunks/earlier.js");
    expect((await files()).filter((path) => path.endsWith(".js")).length).toBeGreaterThan(3);

    // The list of the device's orders has another link to the order each time.
    for (let visit = 0; visit < 4; visit += 1) {
      await page.goto(`/${words.language}/find-tickets`);
      await page
        .getByRole("region", { name: text("FindTickets.device") })
        .getByRole("link")
        .click();
      await device.visit(page.url());
    }
    const newest = new URL(device.page.url()).pathname;
    await expect.poll(async () => (await copiesOn(device.page)).length).toBe(3);
    expect(await copiesOn(device.page)).toContain(`order ${newest}`);

    const copied = () =>
      device.page.evaluate(async () => {
        const name = `order ${location.pathname}`;
        const old = new Response(":root { --copied: 1 }", { headers: { "Content-Type": "text/css" } });
        await (await window.caches.open(name)).put("/brand.css", old);
      });
    const isCopied = () =>
      device.page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--copied") !== "");
    await copied();
    await device.page.reload();
    expect(await isCopied()).toBe(false);
    await expect(saved(device.page)).toBeVisible();
    await copied();
    await (await device.context.newCDPSession(device.page)).send("Network.clearBrowserCache");
    await device.disconnect();
    await device.reloadCopy();
    expect(await isCopied()).toBe(true);
  });
});
