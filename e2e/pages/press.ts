import type { Locator } from "@playwright/test";

/** Presses a button that the server drew once the page's script has come to it. What is pressed before that waits (`early.spec.ts`). */
export async function press(button: Locator): Promise<void> {
  await button.evaluate(
    (element) =>
      new Promise<void>((awake) => {
        function look() {
          if (Object.keys(element).some((key) => key.startsWith("__reactProps$"))) awake();
          else requestAnimationFrame(look);
        }
        look();
      }),
  );
  await button.click();
}
