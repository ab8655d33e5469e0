import { join } from "node:path";
import type { Page } from "@playwright/test";
import { expect, test } from "#e2e/support/fixtures.ts";

// Takes the screenshots of docs/screens.md: `npm run e2e -- --project=pictures`.

const FOLDER = "docs/pictures";
const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1280, height: 900 };

test.use({ deviceScaleFactor: 1.5, reducedMotion: "reduce" });

/** Takes a screenshot of the visible part of a page. */
async function take(page: Page, name: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: join(FOLDER, `${name}.jpg`), type: "jpeg", quality: 72 });
}

async function openEvent(page: Page, name: string): Promise<void> {
  await page.goto(`/en/search?q=${encodeURIComponent(name)}`);
  await page.locator('a[href*="/events/"]').filter({ hasText: name }).first().click();
  await page.waitForURL(/\/events\/\d+/);
}

test("takes a screenshot of every screen up to the tickets", { tag: ["@pictures", "@purchase", "@buys"] }, async ({
  page,
  env,
  event,
  cart,
  checkout,
  tickets,
}) => {
  test.slow();

  await page.setViewportSize(DESKTOP);
  await page.goto("/en");
  await take(page, "list-desktop");
  await page.setViewportSize(PHONE);
  await take(page, "list");
  await page.goto("/ar");
  await take(page, "list-arabic");
  await page.goto("/en/search?q=saturday");
  await take(page, "search");
  await page.setViewportSize(DESKTOP);
  await page.goto("/en/calendar");
  await take(page, "calendar-desktop");

  await page.goto("/en");
  await page
    .getByRole("link", { name: /Long Light Weekend/ })
    .first()
    .click();
  await page.waitForURL(/\/groups\/\d+/);
  await take(page, "group-desktop");
  await page.setViewportSize(PHONE);
  await openEvent(page, "The Glass Circus");
  await take(page, "event");
  await page.setViewportSize(DESKTOP);
  await take(page, "event-desktop");
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  await take(page, "event-desktop-dark");
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });

  await page.setViewportSize(PHONE);
  await event.choose("Bench", 2);
  await take(page, "event-chosen");
  await event.reserveTickets();
  await openEvent(page, "Small Hours");
  await event.choose("General admission", 1);
  await event.reserveTickets();
  await take(page, "details");
  await cart.open();
  await take(page, "cart");
  await page.setViewportSize(DESKTOP);
  await take(page, "cart-desktop");
  await cart.checkOut.click();
  await page.waitForURL(/\/checkout$/);
  await checkout.submitDetails();
  await page.setViewportSize(PHONE);
  await take(page, "pay");
  await checkout.payWith(env.badCard.number);
  await expect(checkout.declined).toBeVisible();
  await take(page, "pay-declined");
  await checkout.payWithGoodCard();
  await expect(tickets.heading).toBeVisible();
  await take(page, "tickets");
  await page.setViewportSize(DESKTOP);
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  await take(page, "tickets-desktop-dark");
});

test("takes a screenshot of the screens after a purchase", {
  tag: ["@pictures", "@purchase", "@buys", "@mail"],
}, async ({ page, event, checkout, tickets, mailbox, buyer }) => {
  test.slow();
  await page.setViewportSize(PHONE);
  await openEvent(page, "The Glass Circus");
  await event.choose("Bench", 2);
  await event.reserveTickets();
  await checkout.submitDetails({ ...buyer, firstName: "Ada", lastName: "Lovelace" });
  await checkout.payWithGoodCard();
  await expect(tickets.heading).toBeVisible();
  const order = page.url();
  await page
    .getByRole("button", { name: /full screen/i })
    .first()
    .click();
  await take(page, "ticket-full-screen");
  await page.goto(`${order}/refund`);
  await take(page, "refund");
  await page.goto("/en/find-tickets");
  await take(page, "find-tickets");
  await openEvent(page, "Hinemoa Pryde");
  await take(page, "sold-out");
  await page
    .getByRole("link", { name: /waiting list/i })
    .first()
    .click();
  await page.waitForURL(/waiting-list$/);
  await take(page, "waiting-list");
  await page.setViewportSize(DESKTOP);
  await page.goto(`${order}/receipt`);
  await take(page, "receipt-desktop");
  const message = await mailbox.messageTo(buyer.email);
  await page.setViewportSize({ width: 640, height: 900 });
  await page.setContent(message.html);
  await take(page, "mail");
});
