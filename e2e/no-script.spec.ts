import { expect, test } from "./fixtures.ts";

test.use({ javaScriptEnabled: false });

test("without JavaScript a visitor gets from the list to the pay page", {
  tag: ["@purchase", "@sandbox-only"],
}, async ({ page, boxOffice, named }) => {
  const { eventId, ticketTypeIds } = await boxOffice.putOnSale({ name: named("Henry V") });
  await page.goto(`/en/events/${eventId}`);
  await page.locator(`[name="qty.${ticketTypeIds[0]?.[0]}"]`).fill("2");
  await page.getByRole("button", { name: "Hold my tickets" }).click();
  await expect(page).toHaveURL(/\/en\/checkout$/);

  await page.getByRole("button", { name: "Go to payment" }).click();
  await expect(page.getByRole("heading", { name: "There is a problem" })).toBeVisible();
  await page.getByLabel("First name").fill("Ada");
  await page.getByLabel("Last name").fill("Lovelace");
  await page.getByLabel("Email", { exact: true }).fill("ada@example.com");
  await page.getByRole("button", { name: "Go to payment" }).click();
  await expect(page).toHaveURL(/\/en\/checkout\/pay$/);
  await expect(page.getByRole("button", { name: "Pay $95.00" })).toBeVisible();
});

test("1: the list names title, date and all-in price without JavaScript", { tag: "@smoke" }, async ({ page }) => {
  await page.goto("/en");
  const card = page
    .getByRole("main")
    .getByRole("link")
    .filter({ hasText: /From \$/ })
    .first();
  await expect(card).toContainText(/\d{1,2} \w{3}/);
});
