import { expect, type Locator } from "@playwright/test";

/** Clicks a button once React has hydrated it. */
export async function clickHydrated(button: Locator): Promise<void> {
  await untilHydrated(button);
  await button.click();
}

/** Waits for React to hydrate an element. It is looked up again each time, since streamed content may replace it. */
export async function untilHydrated(element: Locator, options: { readonly timeout?: number } = {}): Promise<void> {
  const isHydrated = () =>
    element.evaluate((found) => Object.keys(found).some((key) => key.startsWith("__reactProps$")));
  await expect.poll(isHydrated, options).toBe(true);
}
