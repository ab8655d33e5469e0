import type { Page } from "@playwright/test";
import { dayText } from "#e2e/support/dates.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { words } from "#e2e/support/words.ts";

const { language, text } = words;
/** Three failures with their pauses, and a reload of the page. */
const RELOADED = { timeout: 30_000 };

const TWO_NIGHTS = {
  dates: ["04-12-2099T19:30", "05-12-2099T19:30"],
  ticketTypes: [{ name: "Stalls", price: "20.00", maximumPerOrder: 8 }],
};

/** Opens an event page, and waits until it waits for a sign of use. */
async function openQuiet(page: Page, eventId: number): Promise<void> {
  const asked = page.waitForResponse(/\/api\/availability\//);
  await page.goto(`/${language}/events/${eventId}`, { waitUntil: "load" });
  await asked;
}

/**
 * Lets the scripts fail that this page requests from now on, also after a reload, until the returned function is called or
 * `times` requests have failed.
 */
async function failScripts(page: Page, times = Infinity): Promise<() => void> {
  const failing = new Set<string>();
  let isSamePage = true;
  let left = times;
  page.on("framenavigated", () => {
    isSamePage = false;
  });
  await page.route(/\/_next\/static\/.*\.js/, async (route) => {
    const url = route.request().url();
    if (isSamePage) failing.add(url);
    if (left <= 0 || !failing.has(url)) return route.continue();
    left--;
    await route.abort();
  });
  return () => {
    left = 0;
  };
}

const missing = text("Event.picker.missing");

test("applies presses once the picker's script arrives, after failures and without a reload", {
  tag: ["@service", "@phone-in-full"],
}, async ({ page, serviceClient, event, uniqueName }) => {
  const { eventId } = await serviceClient.putOnSale({ name: uniqueName("The Alchemist"), ...TWO_NIGHTS });
  await openQuiet(page, eventId);
  await failScripts(page, 3);
  const reloads: string[] = [];
  page.on("framenavigated", (frame) => reloads.push(frame.url()));
  await event.more("Stalls").click();
  await event.more("Stalls").click();
  await expect(page.getByText(missing)).toBeVisible();
  await expect(page.getByText(text("Event.picker.chosen", { count: 2 }))).toBeVisible(RELOADED);
  await expect(page.getByText(missing)).toBeHidden();
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  expect(reloads).toEqual([]);
});

test("applies presses made offline when the connection is back, also on a reloaded page", {
  tag: ["@service", "@phone-in-full"],
}, async ({ page, context, serviceClient, event, uniqueName }) => {
  const { eventId } = await serviceClient.putOnSale({ name: uniqueName("Catiline"), ...TWO_NIGHTS });
  await openQuiet(page, eventId);
  const asked = page.waitForResponse(/\/api\/availability\//);
  await page.reload({ waitUntil: "load" });
  await asked;
  await context.setOffline(true);
  await event.more("Stalls").click();
  await expect(page.getByText(missing)).toBeVisible();
  await event.more("Stalls").click();
  await expect(event.more("Stalls")).toHaveAttribute("aria-busy", "true");
  await context.setOffline(false);
  await expect(page.getByText(text("Event.picker.chosen", { count: 2 }))).toBeVisible();
  await expect(page.getByText(missing)).toBeHidden();
  await event.more("Stalls").click();
  await expect(page.getByText(text("Event.picker.chosen", { count: 3 }))).toBeVisible();
});

test("loads the page again where the script is gone, with the presses before it", {
  tag: ["@service", "@once"],
}, async ({ page, serviceClient, event, uniqueName }) => {
  const { eventId, ticketTypeIds } = await serviceClient.putOnSale({ name: uniqueName("Sejanus"), ...TWO_NIGHTS });
  await openQuiet(page, eventId);
  const restore = await failScripts(page);
  const loadedAgain = page.waitForEvent("load", RELOADED);
  await event.more("Stalls").click();
  await event.more("Stalls").click();
  await page
    .getByRole("group", { name: text("Event.picker.chooseDate") })
    .getByText(dayText("2099-12-05"))
    .click();
  await page.getByText(text("Event.picker.haveCode")).click();
  await page.getByLabel(text("Event.picker.code"), { exact: true }).fill("SUMMER");
  await loadedAgain;
  await event.more("Stalls").click();
  restore();
  await expect(page.getByText(text("Event.picker.chosen", { count: 3 }))).toBeVisible(RELOADED);
  await expect(page.getByRole("radio", { name: dayText("2099-12-05") })).toBeChecked();
  await expect(page.locator(`input[name="qty.${ticketTypeIds[1]?.[0]}"]`)).toHaveValue("3");
  await expect(page.getByLabel(text("Event.picker.code"), { exact: true })).toHaveValue("SUMMER");
  await page.reload();
  await expect(page.getByText(text("Event.picker.chosen", { count: 3 }))).toBeVisible();
});

test("reserves the pressed tickets where the script stays away", {
  tag: ["@purchase", "@service", "@once"],
}, async ({ page, serviceClient, event, uniqueName, checkout }) => {
  const { eventId } = await serviceClient.putOnSale({ name: uniqueName("The Devil is an Ass"), ...TWO_NIGHTS });
  await openQuiet(page, eventId);
  await failScripts(page);
  const loadedAgain = page.waitForEvent("load", RELOADED);
  await event.more("Stalls").click();
  await event.more("Stalls").click();
  await loadedAgain;
  await event.more("Stalls").click();
  await event.fewer("Stalls").click({ force: true });
  await event.continueButton.click();
  await expect(page).toHaveURL(/\/checkout$/, RELOADED);
  await expect(checkout.reserved(2)).toBeVisible();
});
