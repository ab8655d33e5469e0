import { join } from "node:path";
import type { Page } from "@playwright/test";
import { expect, test } from "#e2e/support/fixtures.ts";
import { required } from "#e2e/support/target/env.ts";

// Takes the screenshots of docs/screens.md: `E2E_PICTURES=docs/pictures npm run e2e -- --project=pictures`.

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1280, height: 900 };

test.use({ deviceScaleFactor: 1.5, reducedMotion: "reduce" });

test("takes a screenshot of every screen", { tag: "@pictures" }, async ({
  page,
  env,
  event,
  cart,
  checkout,
  tickets,
}) => {
  test.slow();
  const folder = required(env, "pictures");
  const take = async (name: string, of: Page = page) => {
    await of.evaluate(() => document.fonts.ready);
    await of.screenshot({ path: join(folder, `${name}.jpg`), type: "jpeg", quality: 72 });
  };
  const toEvent = async (name: string) => {
    await page.goto(`/en/search?q=${encodeURIComponent(name)}`);
    await page.locator('a[href*="/events/"]').filter({ hasText: name }).first().click();
    await page.waitForURL(/\/events\/\d+/);
  };

  await page.setViewportSize(DESKTOP);
  await page.goto("/en");
  await take("list-desktop");
  await page.setViewportSize(PHONE);
  await take("list");
  await page.goto("/ar");
  await take("list-arabic");
  await page.goto("/en/search?q=saturday");
  await take("search");
  await page.setViewportSize(DESKTOP);
  await page.goto("/en/calendar");
  await take("calendar-desktop");

  await page.goto("/en");
  await page
    .getByRole("link", { name: /Long Light Weekend/ })
    .first()
    .click();
  await page.waitForURL(/\/groups\/\d+/);
  await take("group-desktop");
  await page.setViewportSize(PHONE);
  await toEvent("The Glass Circus");
  await take("event");
  await page.setViewportSize(DESKTOP);
  await take("event-desktop");
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  await take("event-desktop-dark");
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });

  await page.setViewportSize(PHONE);
  await event.choose("Bench", 2);
  await take("event-chosen");
  await event.reserveTickets();
  await toEvent("Small Hours");
  await event.choose("General admission", 1);
  await event.reserveTickets();
  await take("details");
  await cart.open();
  await take("cart");
  await page.setViewportSize(DESKTOP);
  await take("cart-desktop");
  await cart.checkOut.click();
  await page.waitForURL(/\/checkout$/);
  await checkout.submitDetails();
  await page.setViewportSize(PHONE);
  await take("pay");
  await checkout.payWith(env.badCard);
  await expect(checkout.declined).toBeVisible();
  await take("pay-declined");
  await checkout.payWithGoodCard();
  await expect(tickets.heading).toBeVisible();
  await take("tickets");
  await page.setViewportSize(DESKTOP);
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  await take("tickets-desktop-dark");
});
