import { expectAccessible } from "#e2e/support/accessibility.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { words } from "#e2e/support/words.ts";

const { text, inText } = words;

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

  test("changes the name on a ticket until it is used", { tag: ["@service", "@buys", "@phone-in-full"] }, async ({
    page,
    serviceClient,
    checkout,
    tickets,
    putOnSaleAndReserve,
  }) => {
    await putOnSaleAndReserve("The Winter's Tale");
    await checkout.buy();
    const code = await tickets.scan();
    const change = page.getByText(text("Rename.change"));
    const name = page.getByLabel(text("Rename.label"));
    const save = page.getByRole("button", { name: text("Rename.save") });

    await change.click();
    await name.fill(" ");
    await save.click();
    await expect(page.getByRole("alert", { name: text("Rename.problem") })).toContainText(text("Rename.missing"));
    await expectAccessible(page, "a missing name on a ticket");
    await name.fill("Grace Hopper");
    await save.click();
    await expect(page.getByRole("definition").filter({ hasText: "Grace Hopper" })).toBeVisible();
    await expect(save).toBeHidden();
    expect(await tickets.scan()).toBe(code);

    expect((await serviceClient.admit(code)).result).toBe("ADMITTED");
    await page.reload();
    await expect(page.getByText(inText("Sale.admitted"))).toBeVisible();
    await expect(change).toHaveCount(0);
  });
});
