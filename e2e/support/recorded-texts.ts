import type { Page } from "@playwright/test";

/**
 * Records the texts of the main part of a page from now on, also of the documents that it loads. React commits a render at once, so
 * none is missed: an empty one is a page that was blank.
 */
export async function recordTexts(page: Page): Promise<readonly string[]> {
  const texts: string[] = [];
  await page.exposeFunction("recordText", (text: string) => texts.push(text.trim()));
  await page.evaluate(() => {
    const main = document.querySelector("main");
    const { recordText } = window as unknown as { readonly recordText: (text: string) => void };
    if (main) new MutationObserver(() => recordText(main.innerText)).observe(main, { childList: true, subtree: true });
  });
  return texts;
}
