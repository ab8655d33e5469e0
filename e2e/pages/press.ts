import type { Locator } from "@playwright/test";

/** A button that the server drew takes no press before the page's script has come to it. A hand is slower; a story is not. */
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
