import { writeFile } from "node:fs/promises";
import type { Browser, BrowserContext, Page, TestInfo } from "@playwright/test";

/** What no picture may show: the fields of a card, and passwords. */
const SECRET_FIELDS = 'input[autocomplete^="cc-"], input[type="password"]';

/** Attaches a picture of each open page to a test that has failed, for runs and tests that record no trace. */
export async function attachPictures(browser: Browser, context: BrowserContext, info: TestInfo): Promise<void> {
  const contexts = new Set([context, ...browser.contexts()]);
  const pages = [...contexts].flatMap((one) => one.pages()).filter((page) => page.url() !== "about:blank");
  for (const [at, page] of pages.entries()) {
    // A page that has crashed has no picture. The test has failed for its own reason.
    const picture = await pictureOf(page).catch(() => undefined);
    if (picture === undefined) continue;
    const name = `page-${at + 1}.png`;
    await writeFile(info.outputPath(name), picture);
    await info.attach(name, { path: info.outputPath(name), contentType: "image/png" });
  }
}

/** Returns a picture of the page in which the fields of a card and passwords are covered. */
export function pictureOf(page: Page): Promise<Buffer> {
  return page.screenshot({ fullPage: true, mask: [page.locator(SECRET_FIELDS)], animations: "disabled" });
}
