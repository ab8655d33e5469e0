import { expect, test } from "#e2e/support/fixtures.ts";

// These tests need only a storefront and its two test cards.

test("P56: any storefront: the good card ends on tickets with a readable QR code", {
  tag: ["@smoke", "@purchase", "@buys"],
}, async ({ anyTickets, buyer, checkout, tickets }) => {
  await anyTickets.reserve();
  await checkout.submitDetails(buyer);
  await checkout.payWithGoodCard();
  await expect(tickets.heading).toBeVisible();
  expect(await tickets.scan(0)).toMatch(/^(\d+|[0-9a-f-]{36})$/);
});

test("P56: any storefront: the bad card ends on the pay page with the reservation kept", {
  tag: ["@smoke", "@decline", "@purchase"],
}, async ({ page, anyTickets, buyer, checkout }) => {
  await anyTickets.reserve();
  await checkout.submitDetails(buyer);
  await checkout.payWithBadCard();
  await expect(checkout.declined).toBeFocused();
  await expect(page).toHaveURL(/\/checkout\/pay$/);
  await expect(checkout.timer).toBeVisible();
});
