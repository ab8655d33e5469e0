import type { Page } from "@playwright/test";
import { type Rules, violationsOn } from "./axe.ts";
import { expect } from "./fixtures.ts";

const ALL: Rules = { type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] };
/** The rules that depend on colours. Only these run again in the dark theme. */
const OF_COLOURS: Rules = { type: "rule", values: ["color-contrast", "link-in-text-block"] };

/** Check 49: axe finds no violation on the current state of the page, in either theme. */
async function expectNoViolations(page: Page, what: string, parts: readonly string[]): Promise<void> {
  // Over a slow network the text is there before the styles, and Next's 404 page before its document element.
  await page.waitForLoadState("load");
  await expect(page.locator("html")).toHaveAttribute("lang", /./);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    // A bar below the page covers half a link of a list at a place that depends on what other tests created; at the end it covers none.
    await page.evaluate(() => document.querySelector("main ~ nav") && scrollTo(0, document.body.scrollHeight));
    // Colours in transition between the themes would fail. Endless animations are not part of the change of theme.
    await page.waitForFunction(() =>
      document.getAnimations().every(({ effect }) => {
        const { endTime, progress } = effect?.getComputedTiming() ?? {};
        return endTime === Number.POSITIVE_INFINITY || progress === null;
      }),
    );
    const violations = await violationsOn(page, colorScheme === "light" ? ALL : OF_COLOURS, parts);
    const found = violations.map(({ id, targets }) => `${what}, ${colorScheme}: ${id} at ${targets.join("; ")}`);
    expect(found).toEqual([]);
  }
}

/** Check 50: the page does not scroll sideways at 320 px. */
async function expectNoSidewaysScroll(page: Page, what: string): Promise<void> {
  const before = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 640 });
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(over, `${what} scrolls sideways at 320 px`).toBe(0);
  if (before) await page.setViewportSize(before);
}

/**
 * Runs checks 49 and 50 on the current state of the page. `parts` are CSS selectors that limit axe, for pages whose
 * length depends on what other tests have created.
 */
export async function expectAccessible(page: Page, what: string, parts: readonly string[] = []): Promise<void> {
  await expectNoViolations(page, what, parts);
  await expectNoSidewaysScroll(page, what);
}
