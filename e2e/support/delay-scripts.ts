import type { Page } from "@playwright/test";

/** Delays the page's scripts, as on a slow connection, until the returned function is called. */
export async function delayScripts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(/\/_next\/static\/.*\.js$/, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}
