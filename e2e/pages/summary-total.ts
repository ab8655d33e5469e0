import type { Locator } from "@playwright/test";
import { words } from "#e2e/support/words.ts";

/** Returns the total in the summary of a cart or of an order to pay, such as "$95.00", with single spaces. */
export async function totalIn(summary: Locator): Promise<string> {
  const label = summary.getByText(words.text("Cart.total"), { exact: true });
  const [amount = ""] = (await label.locator("xpath=../following-sibling::p[1]").innerText()).split("\n");
  return amount.trim().replaceAll(/\s/g, " ");
}
