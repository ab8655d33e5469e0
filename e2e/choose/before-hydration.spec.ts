import { untilHydrated } from "#e2e/pages/click-hydrated.ts";
import { dayText, monthText } from "#e2e/support/dates.ts";
import { delayScripts } from "#e2e/support/delay-scripts.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { words } from "#e2e/support/words.ts";

const { language, text, like } = words;

const TWO_NIGHTS = {
  dates: ["04-12-2099T19:30", "05-12-2099T19:30"],
  ticketTypes: [{ name: "Stalls", price: "20.00", maximumPerOrder: 8 }],
};

test("replays clicks on a stepper of any event from before hydration once", { tag: "@catalogue" }, async ({
  page,
  event,
  anyTickets,
}) => {
  const { eventId, row } = await anyTickets.choose(2);
  const more = row.getByRole("button", { name: like("Event.picker.more") });
  const release = await delayScripts(page);
  await page.goto(`/${language}/events/${eventId}`, { waitUntil: "domcontentloaded" });
  await more.click();
  await more.click();
  await expect(more).toHaveAttribute("aria-busy", "true");
  release();
  await expect(page.getByText(text("Event.picker.chosen", { count: 2 }))).toBeVisible();
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  await expect(event.continueButton).toBeEnabled();
});

test("a pointer that rests on the picker since before hydration loads it", { tag: "@catalogue" }, async ({
  page,
  anyTickets,
}) => {
  const { eventId, row } = await anyTickets.choose(1);
  const more = row.getByRole("button", { name: like("Event.picker.more") });
  const release = await delayScripts(page);
  await page.goto(`/${language}/events/${eventId}`, { waitUntil: "domcontentloaded" });
  await more.hover();
  release();
  await untilHydrated(more);
});

test("replays clicks and input from before hydration once, in order", {
  tag: ["@service"],
}, async ({ page, serviceClient, event, uniqueName }) => {
  const { eventId, ticketTypeIds } = await serviceClient.putOnSale({
    name: uniqueName("The Silent Woman"),
    ...TWO_NIGHTS,
  });
  const release = await delayScripts(page);
  await page.goto(`/${language}/events/${eventId}`, { waitUntil: "domcontentloaded" });
  const more = event.more("Stalls");
  await page
    .getByRole("group", { name: text("Event.picker.chooseDate") })
    .getByText(dayText("2099-12-05"))
    .click();
  await more.click();
  await more.click();
  await more.click();
  // The server-rendered page has no ticket to remove, so the button is disabled; on replay there are three.
  await event.fewer("Stalls").click({ force: true });
  await page.getByText(text("Event.picker.haveCode")).click();
  await page.getByLabel(text("Event.picker.code"), { exact: true }).fill("SUMMER");
  // The click is recorded and not applied yet.
  await expect(more).toHaveAttribute("aria-busy", "true");
  await expect(event.group("Stalls").getByText("0", { exact: true })).toBeVisible();

  release();
  await expect(page.getByText(text("Event.picker.chosen", { count: 2 }))).toBeVisible();
  await expect(page.getByRole("radio", { name: dayText("2099-12-05") })).toBeChecked();
  await expect(page.locator(`input[name="qty.${ticketTypeIds[1]?.[0]}"]`)).toHaveValue("2");
  await expect(page.locator(`input[name="qty.${ticketTypeIds[0]?.[0]}"]`)).toHaveCount(0);
  await expect(page.getByLabel(text("Event.picker.code"), { exact: true })).toHaveValue("SUMMER");
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  await more.click();
  await expect(page.getByText(text("Event.picker.chosen", { count: 3 }))).toBeVisible();
});

test("replays Continue from before hydration with the choices of the link and of earlier clicks", {
  tag: ["@purchase", "@service", "@once"],
}, async ({ page, serviceClient, event, uniqueName, checkout }) => {
  const { eventId, ticketTypeIds } = await serviceClient.putOnSale({
    name: uniqueName("The Case is Altered"),
    ...TWO_NIGHTS,
  });
  const release = await delayScripts(page);
  await page.goto(`/${language}/events/${eventId}?qty.${ticketTypeIds[0]?.[0]}=2`, { waitUntil: "domcontentloaded" });
  await event.continueButton.click();
  await event.more("Stalls").click();
  await expect(event.continueButton).toHaveAttribute("aria-busy", "true");
  release();
  await expect(page).toHaveURL(/\/checkout$/);
  await expect(checkout.reserved(3)).toBeVisible();
});

test("applies a press during hydration after the presses before it", {
  tag: ["@service", "@once"],
}, async ({ page, serviceClient, uniqueName }) => {
  const { eventId } = await serviceClient.putOnSale({ name: uniqueName("Every Man out of His Humour"), ...TWO_NIGHTS });
  const release = await delayScripts(page);
  await page.goto(`/${language}/events/${eventId}`, { waitUntil: "domcontentloaded" });
  await page.getByText(text("Event.picker.haveCode")).click();
  await page.getByLabel(text("Event.picker.code"), { exact: true }).fill("UNKNOWN");
  const apply = page.getByRole("button", { name: text("Event.picker.applyCode"), exact: true });
  const missing = page.getByText(text("Event.picker.missing"));
  // The picker's script hides this note when it takes over, before it replays the presses.
  await missing.evaluate(
    (note, apply) => {
      const takeover = new MutationObserver(() => {
        takeover.disconnect();
        (apply as HTMLElement).click();
      });
      takeover.observe(note, { attributes: true });
    },
    await apply.elementHandle(),
  );
  release();
  await expect(page.getByText(text("Event.codeShowsNothing"))).toBeVisible();
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
});

test("opens the month after hydration when All dates was clicked before", {
  tag: ["@service", "@once"],
}, async ({ page, serviceClient, uniqueName }) => {
  const dates = [4, 5, 6, 7, 8, 9, 10, 11].map((day) => `${String(day).padStart(2, "0")}-12-2099T19:30`);
  const { eventId } = await serviceClient.putOnSale({
    name: uniqueName("Eastward Ho"),
    dates,
    ticketTypes: [{ name: "Stalls", price: "20.00" }],
  });
  const release = await delayScripts(page);
  await page.goto(`/${language}/events/${eventId}`, { waitUntil: "domcontentloaded" });
  await page.getByRole("button", { name: text("Event.picker.allDates") }).click();
  await expect(page.getByText(monthText("2099-12"), { exact: true })).toHaveCount(0);
  release();
  await expect(page.getByText(monthText("2099-12"), { exact: true })).toBeVisible();
});

test("loads the picker's script at the first sign of use, and not before", {
  tag: ["@service", "@once"],
}, async ({ page, serviceClient, event, uniqueName }) => {
  const { eventId } = await serviceClient.putOnSale({ name: uniqueName("Bartholomew Fair"), ...TWO_NIGHTS });
  const scripts: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "script") scripts.push(request.url());
  });
  const asked = page.waitForResponse(/\/api\/availability\//);
  await page.goto(`/${language}/events/${eventId}`, { waitUntil: "load" });
  await asked;
  const before = scripts.length;
  await event.more("Stalls").click();
  await expect(page.getByText(text("Event.picker.chosen", { count: 1 }))).toBeVisible();
  expect(scripts.length).toBeGreaterThan(before);
});

test("shows by itself that tickets have sold out since the page was rendered", {
  tag: ["@service", "@once"],
}, async ({ page, serviceClient, event, uniqueName }) => {
  const { eventId } = await serviceClient.putOnSale({ name: uniqueName("Volpone"), ...TWO_NIGHTS });
  await page.route(/\/api\/availability\//, async (route) => {
    const response = await route.fetch();
    const { dates, tickets } = await response.json();
    const gone = Object.fromEntries(Object.keys(tickets).map((id) => [id, { status: "SOLD_OUT", left: 0 }]));
    await route.fulfill({ response, json: { dates, tickets: gone } });
  });
  await page.goto(`/${language}/events/${eventId}`);
  await expect(event.group("Stalls").getByText(text("Event.picker.soldOut"))).toBeVisible();
  await expect(event.more("Stalls")).toHaveCount(0);
});
