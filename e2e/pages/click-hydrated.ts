import type { Locator } from "@playwright/test";

/** Clicks a button once React has hydrated it. Clicks before hydration are recorded and replayed: see `before-hydration.spec.ts`. */
export async function clickHydrated(button: Locator): Promise<void> {
  await button.evaluate(
    (element) =>
      new Promise<void>((resolve) => {
        function poll() {
          if (Object.keys(element).some((key) => key.startsWith("__reactProps$"))) resolve();
          else requestAnimationFrame(poll);
        }
        poll();
      }),
  );
  await button.click();
}
