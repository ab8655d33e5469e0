import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect } from "./fixtures.ts";

const TAGS = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"];
/** The rules whose answer depends on colours: the dark theme is asked these alone, the light one all. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

/** 49: no violation in either theme, on the state that the page is in now. */
async function scan(page: Page, what: string, parts: readonly string[]): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    // A colour on its way from one theme to the other belongs to neither. What never ends is no change of theme.
    await page.waitForFunction(() =>
      document.getAnimations().every(({ effect }) => {
        const { endTime, progress } = effect?.getComputedTiming() ?? {};
        return endTime === Number.POSITIVE_INFINITY || progress === null;
      }),
    );
    const axe = parts.reduce((axe, part) => axe.include(part), new AxeBuilder({ page }));
    const { violations } = await (colorScheme === "light" ? axe.withTags(TAGS) : axe.withRules(COLOUR_RULES)).analyze();
    const found = violations.map(
      ({ id, nodes }) => `${what}, ${colorScheme}: ${id} at ${nodes.map(({ target }) => target).join("; ")}`,
    );
    expect(found).toEqual([]);
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

/** Both, on the state that the page is in now; of a page that is as long as the run made it, its `parts`. */
export async function check(page: Page, what: string, parts: readonly string[] = []): Promise<void> {
  await scan(page, what, parts);
  await fits(page, what);
}
