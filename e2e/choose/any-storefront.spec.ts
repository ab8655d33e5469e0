import type { Page } from "@playwright/test";
import { emptyCart } from "#e2e/pages/empty-cart.ts";
import type { Environment } from "#e2e/support/env.ts";
import { expect, test } from "#e2e/support/fixtures.ts";

// These tests need nothing but a storefront and its two cards, so they also run against a remote test system.

/** Opens the event that was uniqueName, or the first on the list whose tickets can be chosen, and chooses one. */
async function chooseAnything(page: Page, { event }: Environment): Promise<void> {
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
  throw new Error("Nothing is on sale here, or nothing is left: name an event with E2E_EVENT.");
}

/** What a run takes and does not pay for it gives back. */
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
  "any shop: the good card ends on tickets whose code can be read",
  { tag: ["@smoke", "@purchase"] },
  async ({ page, env, event, checkout, tickets }, info) => {
    await chooseAnything(page, env);
    await event.reserveTickets();
    await checkout.submitDetails(buyer(info));
    await checkout.payWithGoodCard();
    await expect(tickets.heading).toBeVisible();
    expect(await tickets.scan(0)).toMatch(/^(\d+|[0-9a-f-]{36})$/);
  },
);

test(
  "any shop: the bad card ends back on pay, and the hold can be let go",
  { tag: ["@smoke", "@decline"] },
  async ({ page, env, event, checkout }, info) => {
    await chooseAnything(page, env);
    await event.reserveTickets();
    await checkout.submitDetails(buyer(info));
    await checkout.payWith(env.badCard);
    await expect(checkout.declined).toBeFocused();
    await expect(page).toHaveURL(/\/checkout\/pay$/);
    await expect(checkout.timer).toBeVisible();
  },
);
