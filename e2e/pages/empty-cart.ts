import { type Page, test } from "@playwright/test";
import { words } from "#e2e/support/words.ts";

const { text } = words;

/** Opens the prompt before emptying the cart and returns its confirm button. */
export async function openEmptyCartPrompt(page: Page) {
  const row = page.getByRole("main").getByText(text("Cart.release"), { exact: true }).first();
  await row.waitFor();
  const confirm = page.getByRole("button", { name: text("Cart.releaseConfirm") });
  if (!(await confirm.isVisible())) await row.click();
  return confirm;
}

export function emptyCart(page: Page): Promise<void> {
  return test.step("Empty the cart", async () => (await openEmptyCartPrompt(page)).click());
}
