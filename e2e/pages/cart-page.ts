import { type Page, test } from "@playwright/test";
import { words } from "#e2e/support/words.ts";
import { emptyCart, openEmptyCartPrompt } from "./empty-cart.ts";
import { totalIn } from "./summary-total.ts";

const { language, text, like, inText } = words;

/** The cart page as a visitor sees it, with one article for each event. */
export function cartPage(page: Page) {
  const event = (name: string) =>
    page.getByRole("article").filter({ has: page.getByRole("heading", { name, exact: true }) });
  const summary = page.getByRole("region", { name: text("Cart.summary") });
  const line = (name: string) => page.getByRole("group", { name, exact: true });
  const header = page.getByRole("banner");

  return {
    /** The header's link while nothing is reserved. */
    emptyLink: header.getByRole("link", { name: text("Common.cart"), exact: true }),
    /** The header's link with this many tickets. */
    linkWith: (count: number) => header.getByRole("link", { name: inText("Common.cartNow.tickets", { count }) }),
    event,
    /** The quantity of a line, between its buttons: "Adult, Floor". */
    line,
    more: (name: string) => line(name).getByRole("button", { name: text("Event.picker.more", { name }), exact: true }),
    fewer: (name: string) =>
      line(name).getByRole("button", { name: text("Event.picker.fewer", { name }), exact: true }),
    events: page.getByRole("article"),
    count: page.getByText(like("Cart.countOf")),
    summary,
    emptyHeading: page.getByRole("heading", { name: text("Cart.nothingTitle") }),
    /** Returns the total of the summary, such as "$95.00". */
    total: () => totalIn(summary),
    checkOut: page.getByRole("link", { name: text("Cart.continue"), exact: true }),
    /** The panel of a reservation that has expired. */
    expired: page.locator("[data-expired]"),
    reserveTicketsAgain: page.getByRole("button", { name: text("Cart.expired.button") }),
    advice: page.getByRole("region", { name: text("Cart.advice.title") }),
    undo: page.getByRole("button", { name: text("Cart.undo.undo") }),
    codeField: page.getByLabel(text("Cart.code.label")),
    applyCode: page.getByRole("button", { name: text("Cart.code.use") }),
    /** Returns the result of reserving tickets again: all of them, or `reserved` and no more left. */
    reservedAgain: (eventName: string, ticketType: string, count: number, reserved = count) => {
      const name = text("Cart.again.of", { event: eventName, name: ticketType });
      const result = reserved === count ? "back" : reserved === 0 ? "noneLeft" : "fewer";
      return text(`Cart.again.${result}`, { name, count, reserved });
    },
    empty: () => emptyCart(page),
    openEmptyCartPrompt: () => openEmptyCartPrompt(page),
    open: () => page.goto(`/${language}/cart`),
    remove: (name: string) =>
      test.step(`Remove ${name}`, () =>
        page.getByRole("button", { name: text("Cart.removeOf", { event: name }) }).click()),
    enterCode: (code: string) =>
      test.step(`Use the code ${code}`, async () => {
        const field = page.getByLabel(text("Cart.code.label"));
        if (!(await field.isVisible())) await page.getByText(text("Cart.code.add"), { exact: true }).click();
        await field.fill(code);
        await page.getByRole("button", { name: text("Cart.code.use") }).click();
      }),
  };
}
