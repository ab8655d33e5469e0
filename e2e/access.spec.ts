import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";

const TAGS = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"];

/** 49: no violation in either theme, on the state that the page is in now. */
async function scan(page: Page, what: string): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    // A colour on its way from one theme to the other belongs to neither. What never ends is no change of theme.
    await page.waitForFunction(() =>
      document.getAnimations().every(({ effect }) => {
        const { endTime, progress } = effect?.getComputedTiming() ?? {};
        return endTime === Number.POSITIVE_INFINITY || progress === null;
      }),
    );
    const { violations } = await new AxeBuilder({ page }).withTags(TAGS).analyze();
    const told = violations.map(
      ({ id, nodes }) => `${what}, ${colorScheme}: ${id} at ${nodes.map(({ target }) => target).join("; ")}`,
    );
    expect(told).toEqual([]);
  }
}

/** 50: no sideways scroll at 320 px. */
async function fits(page: Page, what: string): Promise<void> {
  const before = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 640 });
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(over, `${what} scrolls sideways at 320 px`).toBe(0);
  if (before) await page.setViewportSize(before);
}

async function check(page: Page, what: string): Promise<void> {
  await scan(page, what);
  await fits(page, what);
}

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
