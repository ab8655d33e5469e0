import type { Locator, Page } from "@playwright/test";
import { PNG } from "pngjs";
import { words } from "#e2e/support/words.ts";
import { readQr } from "#e2e/tools/read-qr.ts";

const { text, like, inText } = words;

/** The order page: one card with a QR code for each admission. On a phone all but the first are collapsed to rows. */
export function ticketPage(page: Page) {
  const shown = page.locator(":not(dialog *)");
  const codes = page.getByRole("img", { name: like("Sale.code"), includeHidden: true }).and(shown);
  const rows = page.getByRole("button", { expanded: false }).filter({ hasText: inText("Sale.ticketPosition") });
  const receipt = page.getByRole("region", { name: text("Sale.receipt") });
  const openAll = async () => {
    for (const row of (await rows.all()).toReversed()) await row.click();
  };
  return {
    heading: page.getByRole("heading", { level: 1, name: text("Sale.going") }),
    codes,
    rows,
    openAll,
    receipt,
    /** Returns the order's number, such as "1042". */
    reference: async () => words.valueIn("Sale.order", await receipt.getByText(like("Sale.order")).innerText()),
    /** Returns the text that a scanner reads from a QR code on the screen. */
    scan: async (which = 0) => {
      if (!(await codes.nth(which).isVisible())) await openAll();
      return scan(codes.nth(which));
    },
  };
}

export async function scan(code: Locator): Promise<string> {
  const { data, width, height } = PNG.sync.read(await code.screenshot());
  return readQr({ data, width, height });
}
