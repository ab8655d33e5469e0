import { expectAccessible } from "#e2e/support/accessibility.ts";
import { violationsOn } from "#e2e/support/axe.ts";
import { dayText, monthText, timeText } from "#e2e/support/dates.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { words } from "#e2e/support/words.ts";

const { text, like } = words;

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
