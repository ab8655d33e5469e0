import type { Page } from "@playwright/test";
import { expectAccessible } from "#e2e/support/accessibility.ts";
import type { EventOnSale } from "#e2e/support/catalogue.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { words } from "#e2e/support/words.ts";

const { language, text } = words;

type Path = (onSale: EventOnSale) => string;

/** Screens that need no cart, by their address. Groups and empty searches are scanned in `e2e/find`. */
const SCREENS: Readonly<Record<string, Path>> = {
  "the list": () => "",
  "search results": ({ event }) => `/search?q=${encodeURIComponent(event.name)}`,
  "the calendar": ({ dates: [date] }) => `/calendar/${date?.startDate.slice(0, 7)}`,
  "the ticket page of a code": ({ event }) => `/events/${event.id}/tickets`,
  "the embed of an event": ({ event }) => `/embed/events/${event.id}`,
  "the 404 page": () => "/nowhere",
  "the accessibility statement": () => "/accessibility",
  "the empty cart": () => "/cart",
  "the checkout without a cart": () => "/checkout",
  "the sign-in": () => "/promoter/sign-in",
};

test.describe("Screens", { tag: ["@a11y", "@slow", "@catalogue", "@phone-in-full"] }, () => {
  for (const [name, pathOf] of Object.entries(SCREENS))
    test(`49, 50: finds no accessibility violation in either theme on ${name}`, async ({ page, catalogue }) => {
      await page.goto(`/${language}${pathOf(await catalogue.eventOnSale())}`);
      await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
      await expectAccessible(page, name);
    });

  test("49, 50: finds no accessibility violation in either theme on the embed of the list", async ({ page }) => {
    await page.goto(`/${language}/embed/events`);
    await expect(page.getByRole("listitem").first()).toBeVisible();
    // The list has the events of all tests, so only the first ones are scanned.
    await expectAccessible(page, "framed list", ["li:nth-child(-n+5)"]);
  });

  test("49, 50: an event has no accessibility violation with nothing chosen and with a choice", async ({
    page,
    event,
    anyTickets,
  }) => {
    const { row } = await anyTickets.open();
    await expectAccessible(page, "event");
    await event.continueButton.click();
    await expect(page.getByText(text("Event.picker.chooseFirst")).first()).toBeVisible();
    await expectAccessible(page, "event with nothing chosen");
    await row.getByRole("button", { name: words.like("Event.picker.more") }).click();
    await expectAccessible(page, "event with a choice");
  });

  test("49, 50: the errors of the sign-in have no accessibility violation", async ({ page }) => {
    await page.goto(`/${language}/promoter/sign-in`);
    await page.getByRole("button", { name: text("Promoter.signIn"), exact: true }).click();
    await expect(page.getByText(text("Promoter.userMissing")).first()).toBeVisible();
    await expectAccessible(page, "sign-in with errors");
  });

  test("every page links to the accessibility statement, which is dated and says where to complain", {
    tag: "@sandbox",
  }, async ({ page }) => {
    await page.goto(`/${language}/cart`);
    const footer = page.getByRole("contentinfo");
    const contact = await footer.locator('a[href^="mailto:"]').getAttribute("href");
    await footer.getByRole("link", { name: text("Accessibility.link"), exact: true }).click();
    await expect(page.getByRole("heading", { level: 1, name: text("Accessibility.title") })).toBeVisible();
    const main = page.getByRole("main");
    await expect(main.getByText(words.like("Accessibility.tested.text"))).toContainText(/\b20\d\d\b/);
    await expect(main.locator(`a[href="${contact}"]`)).toBeVisible();
  });

  test("50, 51: on any event reduced motion stops animations, and forced colours keep the borders", async ({
    page,
    anyTickets,
  }) => {
    await page.emulateMedia({ reducedMotion: "reduce", forcedColors: "active" });
    const { row } = await anyTickets.open();
    expect(await longestAnimation(page)).toBeLessThanOrEqual(0.001);
    const more = row.getByRole("button", { name: words.like("Event.picker.more") });
    await more.focus();
    // The ring is for who comes by keyboard; where an event has several dates, one was pressed before.
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Tab");
    await expect(more).toBeFocused();
    const edge = await more.evaluate((button) => {
      const { borderTopWidth, outlineStyle } = getComputedStyle(button);
      return { border: Number.parseFloat(borderTopWidth), outline: outlineStyle };
    });
    expect(edge.border).toBeGreaterThan(0);
    expect(edge.outline).not.toBe("none");
  });

  test("50: with reduced motion nothing is animated on the list", async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto(`/${language}`);
    expect(await longestAnimation(page)).toBeLessThanOrEqual(0.001);
  });
});

/** Returns the longest duration of a transition or an animation of the page, in seconds. */
function longestAnimation(page: Page): Promise<number> {
  return page.evaluate(() =>
    Math.max(
      ...[...document.querySelectorAll("*")].map((element) => {
        const { transitionDuration, animationDuration } = getComputedStyle(element);
        return Math.max(
          ...[transitionDuration, animationDuration].flatMap((list) => list.split(",").map(Number.parseFloat)),
        );
      }),
    ),
  );
}
