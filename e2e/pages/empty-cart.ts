import { type Page, test } from "@playwright/test";

/** The button that empties the cart, once it has been asked for: in an event's menu on the cart page, else in the open. */
export async function askToEmptyCart(page: Page) {
  const menu = page.getByLabel(/^More options for /).first();
  const row = page.getByRole("main").getByText("Empty cart", { exact: true }).first();
  await menu.or(row).first().waitFor({ state: "attached" });
  if ((await menu.count()) > 0 && !(await row.isVisible())) await menu.click();
  const confirm = page.getByRole("button", { name: "Yes, empty it" });
  if (!(await confirm.isVisible())) await row.click();
  return confirm;
}

export function emptyCart(page: Page): Promise<void> {
  return test.step("Empty the cart", async () => (await askToEmptyCart(page)).click());
}
