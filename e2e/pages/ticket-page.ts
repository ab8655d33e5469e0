import type { Locator, Page } from "@playwright/test";
import { PNG } from "pngjs";
import { readQr } from "#test/tools/read-qr.ts";

/** The page of a Sale: one card for each Admission, each with its QR code. */
export function ticketPage(page: Page) {
  const codes = page.getByRole("img", { name: /^QR code/ });
  return {
    heading: page.getByRole("heading", { level: 1, name: /You.re going/ }),
    codes,
    /** What a scanner at the door reads from the picture on the screen. */
    scan: (which = 0) => scan(codes.nth(which)),
  };
}

export async function scan(code: Locator): Promise<string> {
  const { data, width, height } = PNG.sync.read(await code.screenshot());
  return readQr({ data, width, height });
}
