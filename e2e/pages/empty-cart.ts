import { type Page, test } from "@playwright/test";
import { words } from "#e2e/support/words.ts";

const { text, like } = words;

/** Opens the prompt before emptying the cart and returns its confirm button. On the cart page the prompt is in an event's menu. */
export async function openEmptyCartPrompt(page: Page) {
  const menu = page.getByLabel(like("Cart.menuOf")).first();
  const row = page.getByRole("main").getByText(text("Cart.release"), { exact: true }).first();
  await menu.or(row).first().waitFor({ state: "attached" });
  if ((await menu.count()) > 0 && !(await row.isVisible())) await menu.click();
  const confirm = page.getByRole("button", { name: text("Cart.releaseConfirm") });
  if (!(await confirm.isVisible())) await row.click();
  return confirm;
}

export function emptyCart(page: Page): Promise<void> {
  return test.step("Empty the cart", async () => (await openEmptyCartPrompt(page)).click());
}
