import { expect, test } from "#e2e/support/fixtures.ts";

// The run is started by `places.spec.ts`, against an event that another process has created.

const tag = ["@purchase"];

for (const which of ["first", "second"])
  test(`pays, ${which}`, { tag: ["@purchase", "@buys"] }, async ({ anyTickets, buyer, checkout, tickets }) => {
    await anyTickets.reserve(2);
    await checkout.submitDetails(buyer);
    await checkout.payWithGoodCard();
    await expect(tickets.heading).toBeVisible();
  });

test("fails after it has reserved", { tag }, async ({ anyTickets, page }) => {
  await anyTickets.reserve();
  await expect(page.getByText("never on a page")).toBeVisible({ timeout: 1 });
});

for (const which of ["first", "second"])
  test(`reserves six, ${which}`, { tag }, async ({ anyTickets }) => {
    await anyTickets.reserve(6);
  });
