import { type Page, test } from "@playwright/test";
import { words } from "#e2e/support/words.ts";

const { text } = words;

/** Opens the prompt before emptying the cart and returns its confirm button. */
export async function openEmptyCartPrompt(page: Page) {
  const main = page.getByRole("main");
  const row = main.getByText(text("Cart.release"), { exact: true }).filter({ visible: true }).first();
  await row.or(main.getByText(text("Cart.releaseQuestion"), { exact: true }).filter({ visible: true })).waitFor();
  const confirm = page.getByRole("button", { name: text("Cart.releaseConfirm") });
  if (!(await confirm.isVisible())) await row.click();
  return confirm;
}

export function emptyCart(page: Page): Promise<void> {
  return test.step("Empty the cart", async () => (await openEmptyCartPrompt(page)).click());
}
