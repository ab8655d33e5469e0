import { rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { checkoutPage } from "#e2e/pages/checkout-page.ts";
import { eventPage } from "#e2e/pages/event-page.ts";
import { ticketPage } from "#e2e/pages/ticket-page.ts";
import { expect, test } from "#e2e/support/other-storefront-test.ts";
import { words } from "#e2e/support/words.ts";

const { inText, language, text } = words;

test("P04: while no attempt can be written, Pay says that nothing was sent, with and without script, and pays once it can", {
  tag: ["@purchase", "@once", "@sandbox", "@in-full"],
}, async ({ page, context, browser, shop, env, uniqueName }) => {
  const pay = async (tab: Page) => {
    await checkoutPage(tab, env).typeCard(env.goodCard);
    await checkoutPage(tab, env).payButton.click();
  };
  const { eventId } = shop.putOnSale(uniqueName("The Full Disk"), "15.41");
  const checkout = checkoutPage(page, env);
  await page.goto(`${shop.address}/${language}/events/${eventId}`);
  await eventPage(page).choose("Stalls", 1);
  await eventPage(page).reserveTickets();
  await checkout.submitDetails();

  const attempts = join(shop.data, "storefront", "attempts");
  const aside = `${attempts}-aside`;
  const exists = await rename(attempts, aside).then(
    () => true,
    () => false,
  );
  const scriptless = await browser.newContext({
    javaScriptEnabled: false,
    storageState: await context.storageState(),
  });
  try {
    await writeFile(attempts, "a file where the folder should be");
    await pay(page);
    await expect(page.getByRole("alert").filter({ hasText: inText("Pay.refusal.not_written") })).toBeVisible();

    const other = await scriptless.newPage();
    await other.goto(page.url());
    await pay(other);
    await expect(other.getByRole("alert").filter({ hasText: inText("Pay.refusal.not_written") })).toBeVisible();
    await other.goto(`${page.url()}?failed=1`);
    await expect(other.getByRole("alert").filter({ hasText: text("Errors.failed") })).toBeVisible();
    expect(shop.service.ledger("15.41")).toEqual([]);
  } finally {
    await scriptless.close();
    await rm(attempts, { force: true });
    if (exists) await rename(aside, attempts);
  }
  await pay(page);
  await expect(ticketPage(page).heading).toBeVisible();
  expect(shop.captures(["15.41"])).toEqual(["15.41"]);
});
