import { expectAccessible } from "#e2e/support/accessibility.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { words } from "#e2e/support/words.ts";

const { text } = words;

test.describe("Receipt and changes of an order", { tag: "@purchase" }, () => {
  test("prints a receipt with seller, buyer, lines, total, payment and the order's reference", {
    tag: ["@buys", "@phone-in-full"],
  }, async ({ page, anyTickets, buyer, checkout, tickets }) => {
    const { eventName } = await anyTickets.reserve(2);
    await checkout.buy(buyer);
    const order = new URL(page.url()).pathname;
    const reference = await tickets.reference();
    const total = await tickets.receipt
      .getByText(/\d/)
      .filter({ hasText: /[.,]\d\d$/ })
      .last()
      .innerText();

    await page.getByRole("link", { name: text("Sale.saveReceipt") }).click();
    const receipt = page.getByRole("article");
    await expect(page.getByRole("heading", { level: 1, name: text("Sale.receipt") })).toBeVisible();
    for (const part of [eventName, reference, buyer.email, total, text("Sale.methodCard"), text("Sale.paidOn")])
      await expect(receipt).toContainText(part);
    await expect(page).toHaveTitle(new RegExp(reference));
    await expectAccessible(page, "receipt");

    const print = page.getByRole("button", { name: text("Sale.print") });
    await page.evaluate(() => {
      window.print = () => document.body.setAttribute("data-printed", "");
    });
    await print.click();
    await expect(page.locator("body")).toHaveAttribute("data-printed", "");
    await page.emulateMedia({ media: "print" });
    for (const screenOnly of [print, page.getByRole("banner"), page.getByRole("contentinfo")])
      await expect(screenOnly).toBeHidden();
    await expect(receipt).toBeVisible();

    const revoked = `${order.slice(0, -4)}AAAA/receipt`;
    expect((await page.request.get(revoked)).status()).toBe(404);
    expect((await page.request.get(`${order}/receipt`)).headers()["cache-control"]).toContain("no-store");
  });
});
