import { daysText, timeText } from "#e2e/support/dates.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { words } from "#e2e/support/words.ts";

const { language, text } = words;

/** A Friday and the days after it, in another year than the present one. */
const [FRIDAY, SATURDAY, SUNDAY] = ["2099-12-04", "2099-12-05", "2099-12-06"] as const;
const THREE_DAYS = daysText(FRIDAY, SUNDAY);

test("a date over several days is found on each of them, and is on each in the calendar and in full on the tickets", {
  tag: ["@service", "@catalogue", "@purchase", "@buys"],
}, async ({ page, serviceClient, putOnSaleAndReserve, checkout, tickets, uniqueName }) => {
  const { eventId, eventDateIds, name } = await putOnSaleAndReserve("Two Noble Kinsmen", {
    dates: ["04-12-2099T18:00"],
  });
  await serviceClient.call("PUT", `/eventDate/${eventDateIds[0]}`, { eventEnd: "06-12-2099T23:00" });
  await checkout.buy();
  await expect(tickets.codes).toHaveCount(1);
  await expect(page.locator(`main article time[datetime^="${FRIDAY}"]`).first()).toContainText(/ – .*2099/);

  const night = await serviceClient.putOnSale({ name: uniqueName("Sir Thomas More"), dates: ["04-12-2099T22:00"] });
  await serviceClient.call("PUT", `/eventDate/${night.eventDateIds[0]}`, { eventEnd: "05-12-2099T04:00" });
  const group = await serviceClient.publishGroup({
    name: uniqueName("Long Weekend"),
    events: [eventId, night.eventId],
  });

  await page.goto(`/${language}/groups/${group}`);
  await expect(page.getByRole("article").filter({ hasText: name })).toContainText(THREE_DAYS);
  for (const day of [FRIDAY, SATURDAY, SUNDAY]) {
    const ofDay = page.locator(`td:has(time[datetime="${day}"]), li#day-${day}`);
    await expect(ofDay.locator(`a[href*="/events/${eventId}?"]:visible`)).toHaveCount(1);
    await expect(ofDay.locator(`a[href*="/events/${night.eventId}?"]:visible`)).toHaveCount(day === FRIDAY ? 1 : 0);
  }
  for (const day of [FRIDAY, SATURDAY, SUNDAY]) {
    await page.goto(`/${language}/search?q=${encodeURIComponent(name)}&from=${day}&to=${day}`);
    await expect(page.locator(`a[href$="/events/${eventId}"]`)).toBeVisible();
  }
  await page.goto(`/${language}/search?q=${encodeURIComponent(night.name)}&from=${SATURDAY}&to=${SATURDAY}`);
  // It ended at four in the morning: it is among the events on other dates alone.
  const none = text("Search.foundFor", { count: 0, q: night.name });
  await expect(page.getByRole("status").filter({ hasText: none })).toBeVisible();
  const others = text("Search.otherDays", { count: 1 });
  await expect(page.getByRole("heading", { name: others, exact: true })).toBeVisible();

  // Its page is new: that of the other was stored before it had an end.
  await page.goto(`/${language}/events/${night.eventId}`);
  await expect(page.getByText(timeText("2099-12-05T04:00")).filter({ visible: true }).first()).toBeVisible();
});
