import type { Page } from "@playwright/test";
import { emptyCart } from "#e2e/pages/empty-cart.ts";
import type { Environment } from "#e2e/support/env.ts";
import { expect, test } from "#e2e/support/fixtures.ts";

// These tests need only a storefront and its two test cards, so they also run against a remote test system.

/** Chooses one ticket of E2E_EVENT, or of the first listed event with tickets left. Throws when there is none. */
async function chooseAnyTicket(page: Page, { event }: Environment): Promise<void> {
  const addresses: string[] = [];
  if (event === undefined) {
    await page.goto("/en");
    const cards = page.getByRole("main").getByRole("link").filter({ hasText: /From/ });
    addresses.push(...(await cards.evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href))));
  } else {
    addresses.push(`/en/events/${event}`);
  }
  for (const address of addresses) {
    await page.goto(address);
    const more = page.getByRole("button", { name: /^One more/ }).and(page.locator(":not([aria-disabled=true])"));
    if ((await more.count()) === 0) continue;
    await more.first().click();
    return;
  }
  throw new Error("No listed event has tickets left: name one with E2E_EVENT.");
}

/** Releases what a test has reserved and not paid for. */
async function emptyCartAfterwards(page: Page): Promise<void> {
  await page.goto("/en/cart");
  const isEmpty = page.getByRole("heading", { name: "Your cart is empty" });
  if (!(await isEmpty.isVisible())) await emptyCart(page);
  await expect(isEmpty).toBeVisible();
}

const buyer = ({ workerIndex, project }: { workerIndex: number; project: { name: string } }) => ({
  firstName: "Quality",
  lastName: "Assurance",
  email: `qa+${Date.now().toString(36)}-${project.name}-${workerIndex}@example.com`,
});

test.afterEach(({ page }) => emptyCartAfterwards(page));

test(
  "P56: any storefront: the good card ends on tickets with a readable QR code",
  { tag: ["@smoke", "@purchase"] },
  async ({ page, env, event, checkout, tickets }, info) => {
    await chooseAnyTicket(page, env);
    await event.reserveTickets();
    await checkout.submitDetails(buyer(info));
    await checkout.payWithGoodCard();
    await expect(tickets.heading).toBeVisible();
    expect(await tickets.scan(0)).toMatch(/^(\d+|[0-9a-f-]{36})$/);
  },
);

test(
  "P56: any storefront: the bad card ends on the pay page with the reservation kept",
  { tag: ["@smoke", "@decline"] },
  async ({ page, env, event, checkout }, info) => {
    await chooseAnyTicket(page, env);
    await event.reserveTickets();
    await checkout.submitDetails(buyer(info));
    await checkout.payWith(env.badCard);
    await expect(checkout.declined).toBeFocused();
    await expect(page).toHaveURL(/\/checkout\/pay$/);
    await expect(checkout.timer).toBeVisible();
  },
);
