import { expectAccessible } from "#e2e/support/accessibility.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { wallTime } from "#e2e/support/service-client.ts";
import { words } from "#e2e/support/words.ts";

const { language, text } = words;

test("group: its page is linked from an event, and lists events that link to their pages", {
  tag: ["@a11y", "@catalogue", "@phone-in-full"],
}, async ({ page, catalogue }) => {
  const { id, groups } = await catalogue.eventInGroup();
  const name = groups[0]?.name ?? "";
  await page.goto(`/${language}/events/${id}`);
  await page.getByRole("link", { name }).first().click();
  await page.waitForURL(/\/groups\/\d+$/);
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await expectAccessible(page, "group");
  const first = page
    .getByRole("region", { name: text("Group.events"), exact: true })
    .getByRole("article")
    .first();
  const title = (await first.getByRole("heading").innerText()).trim();
  await first.getByRole("link").click();
  await page.waitForURL(/\/events\/\d+/);
  await expect(page.getByRole("heading", { level: 1 })).toContainText(title);
});

test("group: an unknown one is not found", { tag: ["@catalogue", "@once"] }, async ({ page }) => {
  expect((await page.goto(`/${language}/groups/999999999`))?.status()).toBe(404);
  await expect(page.getByRole("heading", { level: 1, name: text("Errors.notFoundTitle") })).toBeVisible();
});

test("group: shows its events and their calendar, and each event links to it, also one that was cancelled; past events keep their page", {
  tag: ["@a11y", "@service", "@in-full"],
}, async ({ page, serviceClient, uniqueName }) => {
  const [first, second] = [
    await serviceClient.putOnSale({ name: uniqueName("Fringe Opening"), dates: [wallTime(33)] }),
    await serviceClient.putOnSale({ name: uniqueName("Fringe Closing"), dates: [wallTime(34), wallTime(35)] }),
  ];
  const name = uniqueName("The Fringe");
  const groupId = await serviceClient.publishGroup({
    name,
    description: "Two nights.",
    events: [second.eventId, first.eventId],
  });

  await page.goto(`/${language}/events/${first.eventId}`);
  await page.getByRole("link", { name }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await expect(page.getByText("Two nights.")).toBeVisible();
  const events = page.getByRole("region", { name: text("Group.events"), exact: true });
  await expect(events.getByRole("link")).toHaveCount(2);
  const calendar = page.getByRole("region", { name: text("Group.dates"), exact: true });
  await expect(calendar.getByRole("link", { name: first.name }).first()).toBeVisible();
  await expectAccessible(page, "group");

  // A cancelled event keeps its page, which links to the other events of the group.
  const third = await serviceClient.putOnSale({ name: uniqueName("Fringe Interlude"), dates: [wallTime(35)] });
  await serviceClient.call("PUT", `/eventGroup/${groupId}`, { events: [first.eventId, second.eventId, third.eventId] });
  await serviceClient.call("PUT", `/event/${third.eventId}`, { cancelled: true });
  await page.goto(`/${language}/events/${third.eventId}`);
  await expect(page.getByRole("heading", { name: text("Event.state.CANCELLED") })).toBeVisible();
  await expect(page.getByRole("heading", { name: text("Event.nextOf", { group: name }) })).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name: first.name })).toBeVisible();
  await expectAccessible(page, "cancelled event");

  await test.step("past", async () => {
    const { eventId, eventDateIds, name } = await serviceClient.putOnSale({ name: uniqueName("Yesterday's Play") });
    // An event of the past cannot be published.
    await serviceClient.call("PUT", `/eventDate/${eventDateIds[0]}`, { eventStart: wallTime(-40) });
    expect((await page.goto(`/${language}/events/${eventId}`))?.status()).toBe(200);
    await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
    await expect(page.getByRole("heading", { name: text("Event.over") })).toBeVisible();
    await expect(page.getByRole("button", { name: text("Event.picker.reserve") })).toHaveCount(0);
    await expectAccessible(page, "past event");
    await page.getByRole("link", { name: text("Event.seeWhatsOn") }).click();
    await expect(page).toHaveURL(new RegExp(`/${language}$`));
    await page.goto(`/${language}/search?q=${encodeURIComponent(name)}`);
    await expect(page.getByRole("main").getByRole("status")).toBeVisible();
    await expect(page.getByRole("article").filter({ hasText: name })).toHaveCount(0);
  });
});
