import { type Page, test } from "@playwright/test";
import { emptyCart, openEmptyCartPrompt } from "./empty-cart.ts";

/** The cart page as a visitor sees it, with one article for each event. */
export function cartPage(page: Page) {
  const event = (name: string) =>
    page.getByRole("article").filter({ has: page.getByRole("heading", { name, exact: true }) });
  const openMenu = async (name: string) => {
    if (!(await page.getByRole("button", { name: `Remove ${name}` }).isVisible()))
      await page.getByLabel(`More options for ${name}`).click();
  };

  return {
    event,
    events: page.getByRole("article"),
    count: page.getByText(/^\d+ tickets? for \d+ events?$/),
    summary: page.getByRole("region", { name: "Summary" }),
    checkOut: page.getByRole("link", { name: "Check out", exact: true }),
    addAnotherEvent: page.getByRole("link", { name: "Add another event" }),
    reserveTicketsAgain: page.getByRole("button", { name: "Reserve them again" }),
    advice: page.getByRole("region", { name: "Ways to save" }),
    undo: page.getByRole("button", { name: "Undo" }),
    codeField: page.getByLabel("Discount code"),
    applyCode: page.getByRole("button", { name: "Apply" }),
    openMenu,
    empty: () => emptyCart(page),
    openEmptyCartPrompt: () => openEmptyCartPrompt(page),
    open: () => page.goto("/en/cart"),
    remove: (name: string) =>
      test.step(`Remove ${name}`, async () => {
        await openMenu(name);
        await page.getByRole("button", { name: `Remove ${name}` }).click();
      }),
    enterCode: (code: string) =>
      test.step(`Use the code ${code}`, async () => {
        await page.getByLabel("Discount code").fill(code);
        await page.getByRole("button", { name: "Apply" }).click();
      }),
  };
}
