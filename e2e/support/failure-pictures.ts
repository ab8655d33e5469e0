import type { Browser, BrowserContext, Page, TestInfo } from "@playwright/test";

/** What no picture may show: the fields of a card, and passwords. */
const SECRET_FIELDS = 'input[autocomplete^="cc-"], input[type="password"]';

/** Attaches a picture of each open page to a test that has failed, for runs and tests that record no trace. */
export async function attachPictures(browser: Browser, context: BrowserContext, info: TestInfo): Promise<void> {
  const contexts = new Set([context, ...browser.contexts()]);
  const pages = [...contexts].flatMap((one) => one.pages()).filter((page) => page.url() !== "about:blank");
  for (const [at, page] of pages.entries()) {
    // A page that has crashed or is being closed has no picture; the test has failed for its own reason.
    const body = await pictureOf(page).catch(() => undefined);
    if (body !== undefined) await info.attach(`page ${at + 1}`, { body, contentType: "image/png" });
  }
}

/** Returns a picture of the page in which the fields of a card and passwords are covered. */
export function pictureOf(page: Page): Promise<Buffer> {
  return page.screenshot({ fullPage: true, mask: [page.locator(SECRET_FIELDS)], animations: "disabled" });
}
