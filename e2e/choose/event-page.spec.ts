import { expectAccessible } from "#e2e/support/accessibility.ts";
import { violationsOn } from "#e2e/support/axe.ts";
import { dayText, monthText, timeText } from "#e2e/support/dates.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { words } from "#e2e/support/words.ts";

const { language, text, like, inText } = words;

const PHONE = { width: 390, height: 844 };
const NIGHTS = ["04-12-2099T19:30", "05-12-2099T14:00", "05-12-2099T19:30", "06-12-2099T14:00"];

test("4: the price and the first stepper are above the order bar on a phone", {
  tag: ["@a11y", "@service"],
}, async ({ page, serviceClient, event, uniqueName, money }) => {
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
  await expect(page.getByText(text("Event.picker.none"), { exact: true })).toBeVisible();
  await expect(
    page
      .getByText(text("Common.from", { price: money("18.50") }), { exact: true })
      .filter({ visible: true })
      .last(),
  ).toBeVisible();
  const bar = await event.continueButton.boundingBox();
  const price = await page.getByText(money("18.50"), { exact: true }).first().boundingBox();
  const stepper = await event.more("Adult").boundingBox();
  if (!bar || !price || !stepper) throw new Error("The page is not rendered.");
  const top = bar.y - 12;
  expect(price.y + price.height).toBeLessThan(top);
  expect(stepper.y + stepper.height).toBeLessThan(top);
  expect(PHONE.height - top).toBeLessThanOrEqual(77);
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await expectAccessible(page, "event of four nights");
});

test("17: removes the error about an empty selection once a ticket is chosen", {
  tag: ["@catalogue", "@phone-in-full"],
}, async ({ page, anyTickets, event }) => {
  const { row } = await anyTickets.open();
  await event.continueButton.click();
  const error = page.getByText(text("Event.picker.chooseFirst"));
  await expect(error).toBeVisible();
  await row.getByRole("button", { name: like("Event.picker.more") }).click();
  await expect(error).toHaveCount(0);
  await row.getByRole("button", { name: like("Event.picker.fewer") }).click();
  await expect(error).toHaveCount(0);
});

test("shows the same number left in a row as in its refusal", { tag: ["@service", "@phone-in-full"] }, async ({
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
  await expect(page.getByText(text("Cart.shortage.left", { left: 1, name: "Stalls" }))).toBeVisible();
  await expect(event.group("Stalls")).toContainText(text("Event.picker.left", { count: 1 }));
  await expect(event.group("Stalls")).not.toContainText(text("Event.picker.left", { count: 2 }));
});

test("opens all dates in view, with the times of a day before the states of the month", {
  tag: ["@a11y", "@service"],
}, async ({ page, serviceClient, event, uniqueName }) => {
  const { eventId, eventDateIds } = await serviceClient.putOnSale({
    name: uniqueName("Nine Nights"),
    dates: [...NIGHTS, "11-12-2099T19:30", "12-12-2099T19:30", "13-12-2099T14:00", "18-12-2099T19:30"],
    ticketTypes: [{ name: "Stalls", price: "20.00" }],
  });
  await serviceClient.call("PUT", `/eventDate/${eventDateIds[5]}`, { cancelled: true });
  await page.setViewportSize(PHONE);
  await event.open(eventId);
  await page.getByRole("button", { name: text("Event.picker.allDates") }).click();
  const month = page.getByText(monthText("2099-12"), { exact: true });
  await expect(month).toBeInViewport();
  const last = page.locator(`label:has(input[name="day"][value="${eventDateIds[7]}"])`);
  await expect(last.getByRole("radio")).toBeEnabled();
  await expect(last).toContainText(timeText("2099-12-18T19:30"));
  await expect(page.getByText("18", { exact: true })).toBeInViewport();
  await page.getByText("5", { exact: true }).click();
  const times = await page
    .getByRole("group", { name: text("Event.picker.timesOn", { day: dayText("2099-12-05") }) })
    .boundingBox();
  const states = await page.getByText(`${text("Event.picker.cancelled")}: ${dayText("2099-12-12")}`).boundingBox();
  expect(times?.y ?? 0).toBeLessThan(states?.y ?? 0);
  expect(await violationsOn(page, { type: "rule", values: ["label-content-name-mismatch"] })).toEqual([]);
});

test("names the venue's time zone once, and only for a reader in another one", {
  tag: ["@service", "@phone-in-full"],
}, async ({ browser, env, serviceClient, uniqueName }) => {
  const { eventId } = await serviceClient.putOnSale({ name: uniqueName("Two Clocks"), dates: NIGHTS });
  for (const [timezoneId, times] of [
    ["Europe/London", 1],
    ["Pacific/Auckland", 0],
  ] as const) {
    const context = await browser.newContext({ baseURL: env.address, timezoneId });
    const page = await context.newPage();
    await page.goto(`/${language}/events/${eventId}`);
    await page.getByRole("button", { name: like("Event.picker.more") }).click();
    await expect(page.getByText(text("Event.picker.chosen", { count: 1 }))).toBeVisible();
    await expect(page.getByText(inText("Common.placeTime"))).toHaveCount(times);
    await context.close();
  }
});

test("shows the country with prices in another currency than the account's, everywhere", {
  tag: ["@purchase", "@service", "@once"],
}, async ({ page, serviceClient, event, uniqueName, otherCurrency, money }) => {
  const both = money("122.50", otherCurrency);
  const shown = money("61.25", otherCurrency);
  const { eventId, name } = await serviceClient.putOnSale({
    name: uniqueName("Over the Ditch"),
    currency: otherCurrency,
    ticketTypes: [{ name: "Stalls", price: "61.25" }],
  });
  const link = page.locator('a[href*="/events/"]').filter({ hasText: name, visible: true });
  await page.goto(`/${language}/search?q=${encodeURIComponent(name)}`);
  await expect(link).toContainText(text("Common.from", { price: shown }));
  const groupId = await serviceClient.publishGroup({ name: `${name} group`, events: [eventId] });
  await page.goto(`/${language}/groups/${groupId}`);
  // A card, and a date of its calendar.
  await expect(link).toContainText([shown, shown]);
  await page.goto(`/${language}/embed/events/${eventId}`);
  await expect(event.group("Stalls")).toContainText(shown);
  await event.open(eventId);
  await expect(event.group("Stalls")).toContainText(shown);
  const alt = await page.locator('meta[property="og:image:alt"]').first().getAttribute("content");
  expect(alt?.replaceAll(/\s/g, " ")).toContain(shown);
  await event.choose("Stalls", 2);
  await expect(page.getByText(both, { exact: true })).toBeVisible();
  for (const amount of ["61.25", "122.50"]) await expect(page.getByText(money(amount), { exact: true })).toHaveCount(0);
  await event.reserveTickets();
  await expect(page.getByText(both).filter({ visible: true }).first()).toBeVisible();
});
