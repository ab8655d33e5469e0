import { expectAccessible } from "#e2e/support/accessibility.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { words } from "#e2e/support/words.ts";

const { text, like, inText } = words;

test.describe("Receipt and changes of an order", { tag: "@purchase" }, () => {
  test("prints a receipt with seller, buyer, lines, total, payment and the order's reference", {
    tag: ["@buys", "@phone-in-full"],
  }, async ({ page, anyTickets, buyer, checkout, tickets }) => {
    const { eventName } = await anyTickets.reserve(2);
    await checkout.submitDetails(buyer);
    await checkout.payWithGoodCard();
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
    await checkout.submitDetails();
    await checkout.payWithGoodCard();
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

  test("says which tickets were refunded, and shows no code for them", {
    tag: ["@service", "@buys", "@once"],
  }, async ({ page, serviceClient, checkout, tickets, putOnSaleAndReserve }) => {
    await putOnSaleAndReserve("Pericles", { quantity: 2 });
    await checkout.submitDetails();
    await checkout.payWithGoodCard();
    const admissions = [await tickets.scan(0), await tickets.scan(1)];
    const refund = async (code = "") => {
      const admission = (await serviceClient.call("GET", `/admission/${code}`)).body.id;
      const { body } = await serviceClient.call("POST", `/admission/${admission}/refund`, { fee: "returned" });
      expect(body.successful, JSON.stringify(body)).toBe(true);
      await page.reload();
    };

    await refund(admissions[0]);
    await expect(tickets.codes).toHaveCount(1);
    await expect(page.getByText(text("Sale.refunded"))).toHaveCount(1);
    await expect(tickets.heading).toBeVisible();
    await expect(page.getByText(text("Sale.countReturned", { count: 1 }))).toBeVisible();
    await expect(tickets.receipt).toContainText(text("Sale.refundRow"));
    await expectAccessible(page, "an order with a refunded ticket");

    await refund(admissions[1]);
    await expect(page.getByRole("heading", { level: 1, name: text("Sale.allReturned") })).toBeVisible();
    await expect(tickets.codes).toHaveCount(0);
    await expect(page.getByRole("link", { name: like("Sale.pdf") })).toHaveCount(0);
    await expect(page.getByText(text("Sale.offline.saved"))).toBeVisible();
    await expectAccessible(page, "a refunded order");
  });
});
