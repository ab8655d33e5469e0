import { expect, test } from "#e2e/support/fixtures.ts";
import { words } from "#e2e/support/words.ts";
import { untilHydrated } from "#e2e/tools/click-hydrated.ts";

const { language, text } = words;

test("changed event: a link of a page that is open already shows the event as it is now", {
  tag: ["@service", "@phone-in-full"],
}, async ({ page, serviceClient, uniqueName }) => {
  const { eventId, name } = await serviceClient.putOnSale({ name: uniqueName("Rigoletto") });
  const group = await serviceClient.publishGroup({ name: uniqueName("Verdi"), events: [eventId] });
  const heading = page.getByRole("heading", { level: 1 });
  const card = page.getByRole("article").getByRole("link");

  await page.goto(`/${language}/groups/${group}`);
  await untilHydrated(card);
  await card.click();
  await expect(heading).toContainText(name);
  await page.goBack();
  await expect(card).toBeVisible();

  const renamed = uniqueName("Otello");
  await serviceClient.call("PUT", `/event/${eventId}`, { name: renamed });
  const sent = async () => (await page.request.get(`/${language}/events/${eventId}`)).text();
  await expect.poll(async () => (await sent()).includes(renamed)).toBe(true);
  await card.click();
  await page.waitForURL(`**/events/${eventId}`);
  await expect(heading).toContainText(renamed);
});

test("changed event: tickets of a date that is cancelled while its page is open are cancelled, and sales have not ended", {
  tag: ["@service", "@phone-in-full"],
}, async ({ page, serviceClient, uniqueName }) => {
  const { eventId, eventDateIds } = await serviceClient.putOnSale({ name: uniqueName("Falstaff") });
  await page.goto(`/${language}/events/${eventId}`);
  const tickets = page.getByRole("group", { name: "General admission" });
  await untilHydrated(tickets.getByRole("textbox"));
  await serviceClient.call("PUT", `/eventDate/${eventDateIds[0]}`, { cancelled: true });
  // As a visitor who comes back to the tab.
  await expect(async () => {
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    await expect(tickets).toContainText(text("Event.picker.cancelled"), { timeout: 1_000 });
  }).toPass();
  await expect(page.getByText(text("Event.picker.closed"), { exact: true })).toHaveCount(0);

  // The open page asks for the tickets themselves; the stored page follows when the change has been read.
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole("heading", { name: text("Event.state.CANCELLED") })).toBeVisible({ timeout: 1_000 });
  }).toPass();
});
