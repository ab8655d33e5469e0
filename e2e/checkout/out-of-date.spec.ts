import type { Page } from "@playwright/test";
import { actionId } from "#e2e/attacks/actions.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { words } from "#e2e/support/words.ts";

const { language, text } = words;

/** An id that no build has, of an action that gets a state and a form: the first two digits name what it gets. */
const OF_ANOTHER_BUILD = `60${"0".repeat(40)}`;
const DETAILS = /\/checkout$/;
const PAYMENT = /\/checkout\/pay$/;

/** Serves a page as another build would: with another id of this action. */
async function fromAnotherBuild(page: Page, address: RegExp, action: string): Promise<void> {
  await page.route(address, async (route) => {
    if (route.request().method() !== "GET") return route.fallback();
    const response = await route.fetch();
    const html = await response.text();
    expect(html).toContain(actionId(action));
    await route.fulfill({ response, body: html.replaceAll(actionId(action), OF_ANOTHER_BUILD) });
  });
}

test.describe("A page of another build", { tag: ["@once", "@purchase", "@sandbox"] }, () => {
  test("keeps typed details through its reload, says that a card was not charged, and stores none of it", {
    tag: "@buys",
  }, async ({ page, anyTickets, checkout, buyer }) => {
    await test.step("details", async () => {
      await anyTickets.reserve();
      await fromAnotherBuild(page, DETAILS, "giveDetails");
      await page.reload();
      await checkout.fillDetails(buyer);
      await checkout.toPayment.click();
      const alert = page.getByRole("alert").filter({ hasText: text("Details.outOfDate") });
      await expect(alert).toBeFocused();
      await expect(checkout.email).toHaveValue(buyer.email);
      await page.unroute(DETAILS);
      await alert.getByRole("button", { name: text("Cart.lost.refresh") }).click();
      await expect(alert).toBeHidden();
      await expect(checkout.firstName).toHaveValue(buyer.firstName);
      await expect(checkout.email).toHaveValue(buyer.email);
      await checkout.toPayment.click();
      await page.waitForURL(PAYMENT);
    });
    await test.step("payment", async () => {
      await fromAnotherBuild(page, PAYMENT, "pay");
      await page.reload();
      await checkout.payWith("4111 1111 1111 1111");
      const alert = page.getByRole("alert").filter({ hasText: text("Pay.outOfDate") });
      await expect(alert).toBeFocused();
      await expect(checkout.card.number).toHaveValue("4111 1111 1111 1111");
      const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
      expect(stored.replaceAll(/\D/g, "")).not.toContain("4111111111111111");
      await page.unroute(PAYMENT);
      await alert.getByRole("button", { name: text("Cart.lost.refresh") }).click();
      await expect(alert).toBeHidden();
      await checkout.payWithGoodCard();
    });
  });

  test.describe("without JavaScript", () => {
    test.use({ javaScriptEnabled: false });

    // The shipped edge leads a form of such a page there: e2e/system/edge.
    test("has a page that says that nothing was charged and leads back", async ({
      page,
      anyTickets,
      checkout,
      buyer,
    }) => {
      await anyTickets.reserveWithoutScript();
      await page.goto(`/${language}/checkout`);
      await page.goto(`/${language}/out-of-date`, { referer: page.url() });
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(text("OutOfDate.title"));
      await expect(page.getByText(text("OutOfDate.text"))).toBeVisible();
      await page.getByRole("link", { name: text("OutOfDate.continue") }).click();
      await page.waitForURL(DETAILS);
      await checkout.submitDetails(buyer);
    });
  });
});
