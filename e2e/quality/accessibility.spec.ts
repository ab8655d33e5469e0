import { expectAccessible } from "#e2e/support/accessibility.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { words } from "#e2e/support/words.ts";

// A trace would show the password.
test.use({ trace: "off" });

test.describe("Accessibility", { tag: ["@a11y", "@slow"] }, () => {
  test("P47, 49, 50: each step of a purchase, with its errors", { tag: ["@purchase", "@buys"] }, async ({
    page,
    anyTickets,
    checkout,
    tickets,
    buyer,
  }) => {
    test.slow();
    await anyTickets.reserve();
    await expectAccessible(page, "details");
    await checkout.toPayment.click();
    await expect(page).toHaveTitle(checkout.problemTitle);
    await expectAccessible(page, "details with errors");
    await page.goto(`/${words.language}/cart`);
    await expectAccessible(page, "cart");
    await page.goto(`/${words.language}/checkout`);
    await checkout.submitDetails(buyer);
    await expectAccessible(page, "pay");
    await checkout.payButton.click();
    await expect(page).toHaveTitle(checkout.problemTitle);
    await expectAccessible(page, "pay with errors");
    await checkout.payWithBadCard();
    await expect(checkout.declined).toBeFocused();
    await expectAccessible(page, "declined");
    await checkout.payWithGoodCard();
    await expect(tickets.codes).toHaveCount(1);
    await expectAccessible(page, "tickets");
  });
});
