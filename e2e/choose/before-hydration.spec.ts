import type { Page } from "@playwright/test";
import { expect, test } from "#e2e/support/fixtures.ts";

/** As on a slow line: the page is there, and its script is not, until this is called. */
async function holdBackScripts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(/\/_next\/static\/.*\.js$/, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

const TWO_NIGHTS = {
  dates: ["04-12-2099T19:30", "05-12-2099T19:30"],
  ticketTypes: [{ name: "Stalls", price: "20.00", maximumPerOrder: 8 }],
};

test("what is pressed and typed before the page's script has come counts once, in the right order", {
  tag: "@sandbox-only",
}, async ({ page, serviceClient, event, uniqueName }) => {
  const { eventId, ticketTypeIds } = await serviceClient.putOnSale({
    name: uniqueName("The Silent Woman"),
    ...TWO_NIGHTS,
  });
  const release = await holdBackScripts(page);
  await page.goto(`/en/events/${eventId}`, { waitUntil: "domcontentloaded" });
  const more = event.more("Stalls");
  await page.getByRole("group", { name: "Choose a date" }).getByText("Sat, 5 Dec 2099").click();
  await more.click();
  await more.click();
  await more.click();
  // The drawn page has nothing to take off yet, and says so; by the time it counts there is.
  await event.fewer("Stalls").click({ force: true });
  await page.getByText("Have a code?").click();
  await page.getByLabel("Code", { exact: true }).fill("SUMMER");
  // It has been felt, and nothing has counted it yet.
  await expect(more).toHaveAttribute("aria-busy", "true");
  await expect(event.group("Stalls").getByText("0", { exact: true })).toBeVisible();

  release();
  await expect(page.getByText("2 tickets, fees included")).toBeVisible();
  await expect(page.getByRole("radio", { name: /Sat, 5 Dec 2099/ })).toBeChecked();
  await expect(page.locator(`input[name="qty.${ticketTypeIds[1]?.[0]}"]`)).toHaveValue("2");
  await expect(page.locator(`input[name="qty.${ticketTypeIds[0]?.[0]}"]`)).toHaveCount(0);
  await expect(page.getByLabel("Code", { exact: true })).toHaveValue("SUMMER");
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  await more.click();
  await expect(page.getByText("3 tickets, fees included")).toBeVisible();
});

test("a hold that is pressed before the page's script has come holds what the link and the hand have chosen", {
  tag: ["@sandbox-only", "@once"],
}, async ({ page, serviceClient, event, uniqueName }) => {
  const { eventId, ticketTypeIds } = await serviceClient.putOnSale({
    name: uniqueName("The Case is Altered"),
    ...TWO_NIGHTS,
  });
  const release = await holdBackScripts(page);
  await page.goto(`/en/events/${eventId}?qty.${ticketTypeIds[0]?.[0]}=2`, { waitUntil: "domcontentloaded" });
  await event.continueButton.click();
  await event.more("Stalls").click();
  await expect(event.continueButton).toHaveAttribute("aria-busy", "true");
  release();
  await expect(page).toHaveURL(/\/en\/checkout$/);
  await expect(page.getByText(/3 tickets reserved until/)).toBeVisible();
});

test("many dates that were unfolded before the page's script had come show their month once it has", {
  tag: ["@sandbox-only", "@once"],
}, async ({ page, serviceClient, uniqueName }) => {
  const dates = [4, 5, 6, 7, 8, 9, 10, 11].map((day) => `${String(day).padStart(2, "0")}-12-2099T19:30`);
  const { eventId } = await serviceClient.putOnSale({
    name: uniqueName("Eastward Ho"),
    dates,
    ticketTypes: [{ name: "Stalls", price: "20.00" }],
  });
  const release = await holdBackScripts(page);
  await page.goto(`/en/events/${eventId}`, { waitUntil: "domcontentloaded" });
  await page.getByRole("button", { name: "All dates" }).click();
  await expect(page.getByText("December 2099", { exact: true })).toHaveCount(0);
  release();
  await expect(page.getByText("December 2099", { exact: true })).toBeVisible();
});
