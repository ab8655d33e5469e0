import { typeSecret } from "#e2e/pages/type-secret.ts";
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

  test("49, 50: search, cart, embed and promoter pages from right to left", {
    tag: ["@purchase", "@service", "@promoter", "@once"],
  }, async ({ page, env, serviceClient, event, uniqueName }) => {
    test.slow();
    await page.goto("/ar");
    const group = await page.locator('a[href*="/ar/groups/"]').first().getAttribute("href");
    const { eventId } = await serviceClient.putOnSale({ name: uniqueName("Measure for Measure") });
    for (const path of [
      "/ar/search?q=festival",
      "/ar/search?q=nothinglikeit",
      "/ar/calendar",
      group ?? "",
      `/ar/embed/events/${eventId}`,
      "/ar/cart",
      "/ar/promoter/sign-in",
    ]) {
      expect((await page.goto(path))?.status()).toBe(200);
      await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
      await expectAccessible(page, path);
    }
    await page.goto(group ?? "");
    const card = await page.locator('meta[property="og:image"]').first().getAttribute("content");
    const picture = await page.request.get(card ?? "");
    expect([picture.status(), picture.headers()["content-type"]]).toEqual([200, "image/png"]);

    await event.open(eventId);
    await event.choose("General admission", 2);
    await event.reserveTickets();
    await page.goto("/ar/cart");
    await expectAccessible(page, "/ar/cart with tickets");
    await page.goto("/ar/promoter/sign-in");
    await page.locator("input[name=user]").fill(env.serviceLogin?.user ?? "");
    await typeSecret(page.locator("input[type=password]"), env.serviceLogin?.password ?? "");
    await page.locator("form button[type=submit]").first().click();
    await page.waitForURL(/\/ar\/promoter$/);
    await page.goto(`/ar/promoter/embed-kit/${eventId}`);
    await expectAccessible(page, "embed kit");
  });
});
