import { expect, type Page } from "@playwright/test";
import { words } from "#e2e/support/words.ts";

const CLICK_MS = 1_000;

/** Opens the filters, which are collapsed on a phone. On a desktop the page's script opens them, and no click reaches them. */
export async function openFilters(page: Page): Promise<void> {
  const box = page.locator("details").filter({ hasText: words.text("Search.filters") });
  await expect(async () => {
    if ((await box.getAttribute("open")) === null) await box.locator("summary").click({ timeout: CLICK_MS });
  }).toPass();
}
