import { eventPage } from "#e2e/pages/event-page.ts";
import { expectAccessible } from "#e2e/support/accessibility.ts";
import { isAvailable, type PublishedDate } from "#e2e/support/catalogue.ts";
import { dayAndTime } from "#e2e/support/dates.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { words } from "#e2e/support/words.ts";
import { clickHydrated } from "#e2e/tools/click-hydrated.ts";

const { text, like, inText } = words;
/** More dates than this are shown by month. */
const TILES_MAX = 7;

const NIGHTS = ["04-12-2099T19:30", "05-12-2099T14:00"];
/** The second of them. */
const NIGHT = "2099-12-05T14:00";

const bookable = (dates: readonly PublishedDate[]) => dates.filter(({ offers }) => offers.some(isAvailable));
const idOf = (date: PublishedDate | undefined) => new URL(date?.url ?? "").searchParams.get("date") ?? "";

test("5: up to seven dates are radio buttons, and another one can be chosen", {
  tag: ["@a11y", "@catalogue", "@phone-in-full", "@plain"],
}, async ({ page, event, catalogue }) => {
  const found = await catalogue.eventOnSale(
    "has two to seven dates, of which two are on sale",
    (dates) => dates.length <= TILES_MAX && bookable(dates).length > 1,
  );
  const [first, second] = bookable(found.dates).map(idOf);
  const date = (id = "") => page.locator(`input[type="radio"][name="date"][value="${id}"]`);
  await event.open(found.event.id, `?date=${first}`);
  await expect(page.getByRole("group", { name: text("Event.picker.chooseDate") }).getByRole("radio")).toHaveCount(
    found.dates.length,
  );
  await expect(date(first)).toBeChecked();
  await date(second).check({ force: true });
  await expect(date(first)).not.toBeChecked();
  await expect(date(second)).toBeChecked();
  await expect(event.available.first()).toBeVisible();
  await expectAccessible(page, "an event of several dates");
});

test("5: more than seven dates are shown by month", { tag: ["@a11y", "@catalogue"] }, async ({
  page,
  event,
  catalogue,
}) => {
  const found = await catalogue.eventOnSale(
    "has more than seven dates",
    (dates) => dates.length > TILES_MAX && bookable(dates).length > 1,
  );
  await event.open(found.event.id);
  const allDates = page.getByRole("button", { name: text("Event.picker.allDates") });
  const heading = page.getByRole("heading", { name: text("Event.picker.chooseDate") });
  const [button, beside] = [await allDates.boundingBox(), await heading.boundingBox()];
  if (!button || !beside) throw new Error("The dates are not rendered.");
  expect(Math.abs(button.y + button.height / 2 - beside.y - beside.height / 2)).toBeLessThan(8);
  await allDates.click();
  await expect(page.getByRole("button", { name: text("Event.picker.closeDates") })).toBeVisible();
  await expect(page.locator('input[type="radio"][name="day"]').first()).toBeAttached();
  await expectAccessible(page, "a month of dates");
  await expect(page.locator('input[type="radio"][name="day"]:checked')).toHaveCount(0);
});

test("5: of several dates none is chosen for the buyer, and the order bar names the one that they choose", {
  tag: ["@service", "@phone-in-full"],
}, async ({ page, serviceClient, event, uniqueName }) => {
  const { eventId, eventDateIds } = await serviceClient.putOnSale({
    name: uniqueName("The Two Nights"),
    dates: NIGHTS,
  });
  const bar = event.continueButton.locator("xpath=preceding-sibling::p");
  await event.open(eventId);
  await expect(bar).toContainText(text("Event.picker.chooseDate"));
  const dates = page.getByRole("group", { name: text("Event.picker.chooseDate") });
  const tickets = page.getByRole("heading", { name: text("Event.picker.tickets"), exact: true });
  await expect(dates.getByRole("radio")).toHaveCount(NIGHTS.length);
  await expect(tickets).toHaveCount(0);
  await expect(page.getByRole("radio", { checked: true })).toHaveCount(0);
  await expect(event.anyMore).toHaveCount(0);
  await clickHydrated(event.continueButton);
  const problem = dates.getByRole("alert").filter({ hasText: text("Event.picker.chooseDateFirst") });
  await expect(problem).toBeFocused();
  await expect(dates).toHaveAccessibleDescription(text("Event.picker.chooseDateFirst"));
  await expect(page.getByText(text("Event.picker.problem"))).toHaveCount(0);
  await event.chooseDate(`${eventDateIds[1]}`);
  await expect(problem).toHaveCount(0);
  await expect(tickets).toBeVisible();
  await expect(bar).toContainText(dayAndTime(NIGHT));
  await event.choose("General admission", 1);
  await expect(bar).toContainText(dayAndTime(NIGHT));

  await event.open(eventId, `?date=${eventDateIds[0]}`);
  await expect(page.locator(`input[type="radio"][value="${eventDateIds[0]}"]`)).toBeChecked();
  await expect(bar).not.toContainText(dayAndTime(NIGHT));
});

test("2: names place and own time in one line for a reader in another time zone", {
  tag: ["@catalogue", "@phone-in-full"],
}, async ({ browser, catalogue }) => {
  const { event } = await catalogue.eventOnSale("has one date", ({ length }) => length === 1);
  const elsewhere = /^(Asia\/|Indian\/)/.test(event.venue.timeZone) ? "America/St_Johns" : "Asia/Kathmandu";
  for (const [timezoneId, isElsewhere] of [
    [elsewhere, true],
    [event.venue.timeZone, false],
  ] as const) {
    const context = await browser.newContext({ timezoneId: zoneOfBrowser(timezoneId) });
    const page = await context.newPage();
    await page.goto(`/${words.language}/events/${event.id}`);
    const more = page.getByRole("button", { name: like("Event.picker.more") }).first();
    await expect(more).toBeVisible();
    const ownTime = page.getByText(like("Event.picker.yourTime"));
    if (isElsewhere) {
      await expect(ownTime).toHaveCount(1);
      await expect(ownTime).toBeVisible();
      const line = ownTime.locator("xpath=..");
      await expect(line).toContainText(new RegExp(`${inText("Event.picker.inPlace").source}\\s*\\(`, "u"));
    } else {
      await expect(ownTime).toHaveCount(0);
    }
    await context.close();
  }
});

test("2: names the zone of several dates for a reader in another one, until one is chosen", {
  tag: ["@service", "@once"],
}, async ({ browser, env, serviceClient, uniqueName }) => {
  const { eventId } = await serviceClient.putOnSale({ name: uniqueName("The Case Is Altered"), dates: NIGHTS });
  const context = await browser.newContext({ baseURL: env.address, timezoneId: "Asia/Kathmandu" });
  const page = await context.newPage();
  await page.goto(`/${words.language}/events/${eventId}`);
  const zone = page.getByText(like("Event.picker.timesInPlace"));
  await expect(zone).toBeVisible();
  await eventPage(page).chooseDate();
  await expect(page.getByText(like("Event.picker.yourTime"))).toBeVisible();
  await expect(zone).toHaveCount(0);
  await context.close();
});

/** Returns a zone that a browser can be in. A service may state an offset alone, such as +13:00, for a venue's zone. */
function zoneOfBrowser(zone: string): string {
  const [, sign, hours] = /^([+-])(\d\d):00$/.exec(zone) ?? [];
  // POSIX counts these zones to the west.
  return sign === undefined ? zone : `Etc/GMT${sign === "+" ? "-" : "+"}${Number(hours)}`;
}
