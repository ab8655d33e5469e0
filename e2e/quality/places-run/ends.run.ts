import { expect, test } from "#e2e/support/fixtures.ts";

// The run is started by `places.spec.ts`, against an event that another process has created.

const tag = ["@purchase"];

test("pays", { tag: ["@purchase", "@buys"] }, async ({ anyTickets, buyer, checkout, tickets }) => {
  await anyTickets.reserve(2);
  await checkout.submitDetails(buyer);
  await checkout.payWithGoodCard();
  await expect(tickets.heading).toBeVisible();
});

test("pays again", { tag: ["@purchase", "@buys"] }, async ({ anyTickets, buyer, checkout, tickets }) => {
  await anyTickets.reserve(2);
  await checkout.submitDetails(buyer);
  await checkout.payWithGoodCard();
  await expect(tickets.heading).toBeVisible();
});

test("fails after it has reserved", { tag }, async ({ anyTickets, page }) => {
  await anyTickets.reserve();
  await expect(page.getByText("never on a page")).toBeVisible({ timeout: 1 });
});

test("empties its cart and reserves again", { tag }, async ({ anyTickets, cart, page }) => {
  await anyTickets.reserve(2);
  await cart.open();
  await cart.empty();
  await expect(page.getByRole("article")).toHaveCount(0);
  await anyTickets.reserve(1);
});

test("reserves without recording it", { tag }, async ({ anyTickets, event, page }) => {
  await anyTickets.choose(1);
  await event.continueButton.click();
  await page.waitForURL(/\/checkout$/);
});

for (const which of ["first", "second"])
  test(`reserves six, ${which}`, { tag }, async ({ anyTickets }) => {
    await anyTickets.reserve(6);
  });
