import { check } from "./access.ts";
import { expect, test } from "./fixtures.ts";

test.describe("Access", { tag: ["@a11y", "@slow"] }, () => {
  test("49, 50: list, missing page and sign-in", async ({ page }) => {
    await page.goto("/en");
    await check(page, "list");
    await page.goto("/en/nowhere");
    await check(page, "not found");
    await page.goto("/en/promoter/sign-in");
    await check(page, "sign-in");
    await page.getByRole("button", { name: /sign in/i }).click();
    await check(page, "sign-in with errors");
  });

  test("49, 50: the whole way of a purchase, with its errors", { tag: "@sandbox-only" }, async ({
    page,
    env,
    boxOffice,
    event,
    checkout,
    tickets,
    named,
  }) => {
    test.slow();
    const { eventId } = await boxOffice.putOnSale({ name: named("All's Well That Ends Well") });
    await event.open(eventId);
    await check(page, "event");
    await event.hold.click();
    await check(page, "event with nothing chosen");
    await event.choose("General admission", 1);
    await check(page, "event with a choice");
    await event.holdTickets();
    await check(page, "details");
    await checkout.toPayment.click();
    await expect(page).toHaveTitle(/^Error: /);
    await check(page, "details with errors");
    await page.goto("/en/cart");
    await check(page, "cart");
    await page.goto("/en/checkout");
    await checkout.giveDetails();
    await check(page, "pay");
    await checkout.payButton.click();
    await expect(page).toHaveTitle(/^Error: /);
    await check(page, "pay with errors");
    await checkout.payWith(env.badCard);
    await expect(checkout.declined).toBeFocused();
    await check(page, "declined");
    await checkout.payWithGoodCard();
    await expect(tickets.codes).toHaveCount(1);
    await check(page, "tickets");
  });

  test("50, 51: motion stops when asked to, and edges stay in forced colours", { tag: "@sandbox-only" }, async ({
    page,
    boxOffice,
    event,
    named,
  }) => {
    const { eventId } = await boxOffice.putOnSale({ name: named("The Merry Wives of Windsor") });
    await page.emulateMedia({ reducedMotion: "reduce", forcedColors: "active" });
    await event.open(eventId);
    const longest = await page.evaluate(() =>
      Math.max(
        ...[...document.querySelectorAll("*")].map((element) => {
          const { transitionDuration, animationDuration } = getComputedStyle(element);
          return Math.max(
            ...[transitionDuration, animationDuration].flatMap((list) => list.split(",").map(Number.parseFloat)),
          );
        }),
      ),
    );
    expect(longest).toBeLessThanOrEqual(0.001);
    const more = event.more("General admission");
    await more.focus();
    const edge = await more.evaluate((button) => {
      const { borderTopWidth, outlineStyle } = getComputedStyle(button);
      return { border: Number.parseFloat(borderTopWidth), outline: outlineStyle };
    });
    expect(edge.border).toBeGreaterThan(0);
    expect(edge.outline).not.toBe("none");
  });
});
