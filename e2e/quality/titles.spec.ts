import type { Page } from "@playwright/test";
import { expect, test } from "#e2e/support/fixtures.ts";
import { words } from "#e2e/support/words.ts";

const { language, text } = words;

type Recorder = { titles?: string[] };

/** Records every title that this document has from now on. A page that is loaded anew has no record. */
async function recordTitles(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.evaluate(() => {
    const titles = [document.title];
    (window as Recorder).titles = titles;
    new MutationObserver(() => {
      if (titles.at(-1) !== document.title) titles.push(document.title);
    }).observe(document.head, { childList: true, subtree: true, characterData: true });
  });
  return () => page.evaluate(() => (window as Recorder).titles ?? []);
}

test("7: the title changes with the page, in the list and back", {
  tag: ["@catalogue", "@a11y", "@phone-in-full"],
}, async ({ page }) => {
  await page.goto(`/${language}`);
  const titles = await recordTitles(page);
  const list = await page.title();
  await page.getByRole("article").first().getByRole("link").first().click();
  await page.waitForURL(/\/events\/\d+/);
  await expect(page).toHaveTitle(/ · /);
  const event = await page.title();
  expect(event).toContain((await page.getByRole("heading", { level: 1 }).innerText()).trim());
  await page.goBack();
  await expect(page).toHaveTitle(list);
  expect(await titles()).toEqual([list, event, list]);
});

test("7: the title changes with the page, from the tickets to the payment", {
  tag: ["@purchase", "@a11y", "@phone-in-full"],
}, async ({ page, anyTickets, event, checkout, buyer }) => {
  const { ticketType } = await anyTickets.open(1);
  await event.choose(ticketType, 1);
  const titles = await recordTitles(page);
  const ofEvent = await page.title();
  await event.reserveTickets();
  const ofDetails = await page.title();
  expect(ofDetails).toContain(text("Details.title"));
  await checkout.submitDetails(buyer);
  await expect(checkout.payButton).toBeVisible();
  await expect(page).toHaveTitle(new RegExp(`^${text("Pay.title")} · `));
  expect(await titles()).toEqual([ofEvent, ofDetails, await page.title()]);
});
