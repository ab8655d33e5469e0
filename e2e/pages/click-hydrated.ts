import { expect, type Locator } from "@playwright/test";

/**
 * Clicks a button once React has hydrated it. The picker hydrates when the page is used, so the pointer comes first.
 * Clicks before hydration are recorded and replayed: see `before-hydration.spec.ts`.
 */
export async function clickHydrated(button: Locator): Promise<void> {
  await button.hover();
  // Looked up again each time, since streamed content may replace the button.
  const isHydrated = () =>
    button.evaluate((element) => Object.keys(element).some((key) => key.startsWith("__reactProps$")));
  await expect.poll(isHydrated).toBe(true);
  await button.click();
}
