import AxeBuilder from "@axe-core/playwright";
import { expectAccessible } from "#e2e/support/accessibility.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { wallTime } from "#e2e/support/service-client.ts";

const PHONE = { width: 390, height: 844 };
const NIGHTS = ["04-12-2099T19:30", "05-12-2099T14:00", "05-12-2099T19:30", "06-12-2099T14:00"];

test("4: the price and the first stepper are above the order bar on a phone", {
  tag: ["@a11y", "@service", "@english"],
}, async ({ page, serviceClient, event, uniqueName }) => {
  const { eventId } = await serviceClient.putOnSale({
    name: uniqueName("A Very Long Engagement by the Water"),
    dates: NIGHTS,
    ticketTypes: [
      { name: "Adult", price: "65.50", section: "Stalls" },
      { name: "Concession", price: "52.00", section: "Stalls" },
      { name: "Standing", price: "18.50", section: "Gallery" },
    ],
  });
  await page.setViewportSize(PHONE);
  await event.open(eventId);
  await expect(page.getByText("Select tickets", { exact: true })).toBeVisible();
  await expect(page.getByText("From $18.50", { exact: true }).filter({ visible: true }).last()).toBeVisible();
  const bar = await event.continueButton.boundingBox();
  const price = await page.getByText("$18.50", { exact: true }).first().boundingBox();
  const stepper = await event.more("Adult").boundingBox();
  if (!bar || !price || !stepper) throw new Error("The page is not rendered.");
  const top = bar.y - 12;
  expect(price.y + price.height).toBeLessThan(top);
  expect(stepper.y + stepper.height).toBeLessThan(top);
  expect(PHONE.height - top).toBeLessThanOrEqual(77);
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await expectAccessible(page, "event of four nights");
});

test("17: removes the error about an empty selection once a ticket is chosen", { tag: "@catalogue" }, async ({
  page,
  anyTickets,
  event,
  words,
}) => {
  const { row } = await anyTickets.open();
  await event.continueButton.click();
  const error = page.getByText(words.text("Event.picker.chooseFirst"));
  await expect(error).toBeVisible();
  await row.getByRole("button", { name: words.like("Event.picker.more") }).click();
  await expect(error).toHaveCount(0);
  await row.getByRole("button", { name: words.like("Event.picker.fewer") }).click();
  await expect(error).toHaveCount(0);
});

test("shows the same number left in a row as in its refusal", { tag: ["@service", "@english"] }, async ({
  page,
  serviceClient,
  event,
  uniqueName,
}) => {
  const { eventId, eventDateIds, ticketTypeIds } = await serviceClient.putOnSale({
    name: uniqueName("The Last Two"),
    ticketTypes: [{ name: "Stalls", price: "20.00", maximumAllocation: 2 }],
  });
  const type = ticketTypeIds[0]?.[0] ?? 0;
  // The page still gets the availability from before another buyer reserved a ticket.
  const tickets = { [type]: { status: "ON_SALE", left: 2 } };
  await page.route(`**/api/availability/${eventId}*`, (route) =>
    route.fulfill({ json: { dates: { [eventDateIds[0] ?? 0]: "ON_SALE" }, tickets } }),
  );
  await event.open(eventId);
  await event.choose("Stalls", 2);
  await serviceClient.reservePlaces(eventId, type, 1);
  await event.continueButton.click();
  await expect(page.getByText("Only 1 Stalls is left.")).toBeVisible();
  await expect(event.group("Stalls")).toContainText("1 left");
  await expect(event.group("Stalls")).not.toContainText("2 left");
});

test("opens all dates in view, with the times of a day before the states of the month", {
  tag: ["@a11y", "@service", "@english"],
}, async ({ page, serviceClient, event, uniqueName }) => {
  const { eventId, eventDateIds } = await serviceClient.putOnSale({
    name: uniqueName("Nine Nights"),
    dates: [...NIGHTS, "11-12-2099T19:30", "12-12-2099T19:30", "13-12-2099T14:00", "18-12-2099T19:30"],
    ticketTypes: [{ name: "Stalls", price: "20.00" }],
  });
  await serviceClient.call("PUT", `/eventDate/${eventDateIds[5]}`, { cancelled: true });
  await page.setViewportSize(PHONE);
  await event.open(eventId);
  await page.getByRole("button", { name: "All dates" }).click();
  const month = page.getByText("December 2099", { exact: true });
  await expect(month).toBeInViewport();
  await expect(page.getByRole("radio", { name: /^Fri, 18 Dec 2099 7:30 pm/ })).toBeEnabled();
  await expect(page.getByText("18", { exact: true })).toBeInViewport();
  await page.getByText("5", { exact: true }).click();
  const times = await page.getByRole("group", { name: "Times on Sat, 5 Dec 2099" }).boundingBox();
  const states = await page.getByText("Cancelled: Sat, 12 Dec 2099").boundingBox();
  expect(times?.y ?? 0).toBeLessThan(states?.y ?? 0);
  const names = await new AxeBuilder({ page }).withRules(["label-content-name-mismatch"]).analyze();
  expect(names.violations).toEqual([]);
});

test("names the venue's time zone once, and only for a reader in another one", {
  tag: ["@service", "@english"],
}, async ({ browser, env, serviceClient, uniqueName }) => {
  const { eventId } = await serviceClient.putOnSale({ name: uniqueName("Two Clocks"), dates: NIGHTS });
  for (const [timezoneId, times] of [
    ["Europe/London", 1],
    ["Pacific/Auckland", 0],
  ] as const) {
    const context = await browser.newContext({ baseURL: env.address, timezoneId });
    const page = await context.newPage();
    await page.goto(`/en/events/${eventId}`);
    await page.getByRole("button", { name: /^One more/ }).click();
    await expect(page.getByText("1 ticket, fees included")).toBeVisible();
    await expect(page.getByText(/\([\w ]+ time\)/)).toHaveCount(times);
    await context.close();
  }
});

test("shows the country with prices in another currency than the account's, everywhere", {
  tag: ["@purchase", "@service", "@once", "@english"],
}, async ({ page, serviceClient, event, uniqueName }) => {
  const start = wallTime(1001);
  const { eventId, name } = await serviceClient.putOnSale({
    name: uniqueName("Over the Ditch"),
    currency: "AUD",
    dates: [start],
    ticketTypes: [{ name: "Stalls", price: "61.25" }],
  });
  const link = page.locator('a[href*="/events/"]').filter({ hasText: name, visible: true });
  await page.goto(`/en/search?q=${encodeURIComponent(name)}`);
  await expect(link).toContainText("From A$61.25");
  const [, month = "", year = ""] = start.slice(0, 10).split("-");
  await page.goto(`/en/calendar/${year}-${month}`);
  await expect(link).toContainText("A$61.25");
  await page.goto(`/en/embed/events/${eventId}`);
  await expect(event.group("Stalls")).toContainText("A$61.25");
  await event.open(eventId);
  await expect(event.group("Stalls")).toContainText("A$61.25");
  expect(await page.locator('meta[property="og:image:alt"]').first().getAttribute("content")).toContain("A$61.25");
  await event.choose("Stalls", 2);
  await expect(page.getByText("A$122.50", { exact: true })).toBeVisible();
  await expect(page.getByText(/(^|[^A])\$(61|122)\./)).toHaveCount(0);
  await event.reserveTickets();
  await expect(page.getByText("A$122.50").filter({ visible: true }).first()).toBeVisible();
});
