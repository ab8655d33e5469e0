import type { Page } from "@playwright/test";
import { expectAccessible } from "#e2e/support/accessibility.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { wallTime } from "#e2e/support/service-client.ts";

type Entry = {
  readonly id: number;
  readonly saleStatus: string;
  readonly from?: { readonly amount: string; readonly text: string };
};

const CLICK_MS = 1_000;

const found = (page: Page) => page.getByRole("main").getByRole("status");
const results = (page: Page) => page.getByRole("region", { name: /event|found|matches/i });
const filters = (page: Page) => page.locator("details").filter({ hasText: "Filters" });

/** Opens the filters, which are collapsed on a phone. On a desktop the page's script opens them, and no click reaches them. */
async function openFilters(page: Page): Promise<void> {
  const box = filters(page);
  await expect(async () => {
    if ((await box.getAttribute("open")) === null) await box.locator("summary").click({ timeout: CLICK_MS });
  }).toPass();
}

test("search: finds by words and dates, keeps filters in the address, and removes each filter", {
  tag: ["@a11y", "@service"],
}, async ({ page, serviceClient, uniqueName }) => {
  const name = uniqueName("Kāinga Kuartet");
  const sooner = await serviceClient.putOnSale({ name, dates: [wallTime(40)] });
  await serviceClient.putOnSale({ name: `${name} again`, dates: [wallTime(60)] });

  await page.goto("/en");
  await page.getByRole("searchbox", { name: "Find an event" }).fill(name.replace("ā", "a").toUpperCase());
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await expect(page).toHaveURL(/\/en\/search\?q=KAINGA/);
  await expect(found(page)).toContainText("2 events for");
  await expect(page).toHaveTitle(/^2 events for “KAINGA KUARTET/);
  await expect(results(page).getByRole("heading", { level: 2, name }).first()).toBeVisible();

  const day = wallTime(40).slice(0, 10).split("-").reverse().join("-");
  await openFilters(page);
  await page.getByLabel("From", { exact: true }).fill(day);
  await page.getByLabel("Until", { exact: true }).fill(day);
  await page.getByRole("button", { name: "Show events" }).click();
  await expect(found(page)).toContainText("1 event for");
  await expect(page).toHaveURL(new RegExp(`from=${day}&to=${day}`));
  await expectAccessible(page, "search with filters");

  await page.reload();
  await expect(found(page)).toContainText("1 event for");
  await results(page).getByRole("link", { name }).click();
  await expect(page).toHaveURL(new RegExp(`/en/events/${sooner.eventId}$`));
  await page.goBack();
  await expect(found(page)).toContainText("1 event for");
  await expect(page.getByLabel("From", { exact: true })).toHaveValue(day);

  await page.getByRole("link", { name: /^Remove: From/ }).click();
  await expect(page.getByRole("link", { name: /^Remove: From/ })).toHaveCount(0);
  await page.getByRole("link", { name: /^Remove: Until/ }).click();
  await expect(found(page)).toContainText("2 events for");
  await expect(page.getByLabel("From", { exact: true })).toHaveValue("");
});

test("search: suggests what to do without results, and corrects a typing error", {
  tag: ["@a11y", "@service"],
}, async ({ page, serviceClient, uniqueName }) => {
  const name = uniqueName("Xylophone");
  await serviceClient.putOnSale({ name });
  await page.goto("/en/search?q=qqqqzzzz&when=weekend");
  await expect(found(page)).toHaveText("No events for “qqqqzzzz”");
  await expect(page.getByRole("link", { name: /^Search without This weekend/ })).toBeVisible();
  await expect(page.getByRole("link", { name: "See everything that’s on" })).toBeVisible();
  await expectAccessible(page, "nothing found");
  await page.goto(`/en/search?q=${encodeURIComponent(name.replace("Xylophone", "Xylohpone"))}`);
  await expect(found(page)).toContainText("Nothing matches");
  await expect(results(page).getByRole("link", { name })).toBeVisible();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("1: searches and filters by forms and links", { tag: ["@smoke", "@once"] }, async ({ page }) => {
    await page.goto("/en");
    await page.getByRole("searchbox", { name: "Find an event" }).fill("a");
    await page.getByRole("button", { name: "Search", exact: true }).click();
    await expect(page).toHaveURL(/\/en\/search\?q=a$/);
    await expect(found(page)).toContainText(/\d+ events? for “a”/);
    await page.getByRole("link", { name: "Next 7 days" }).click();
    await expect(page).toHaveURL(/\/en\/search\?q=a&when=week$/);
    await page.getByRole("button", { name: "Show events" }).click();
    // The address keeps the filter and drops empty fields.
    await expect(page).toHaveURL(/\/en\/search\?q=a&when=week$/);
    await page.getByRole("link", { name: /^Remove: Next 7 days/ }).click();
    await expect(page).toHaveURL(/\/en\/search\?q=a$/);
    await page.getByRole("link", { name: "Calendar" }).click();
    await expect(page.getByRole("table")).toBeVisible();
  });
});

test("shows a date near midnight on the venue's local day, in the calendar and in the search", {
  tag: ["@a11y", "@service"],
}, async ({ page, serviceClient, uniqueName, perProject }) => {
  const name = uniqueName("Nearly Midnight");
  // No other test opens this month, so its page is rendered now, with this date.
  const start = wallTime(perProject({ desktop: 400, phone: 440 }), "23:45");
  // In the account's time zone it is the next day already.
  const { eventId, eventDateIds } = await serviceClient.putOnSale({
    name,
    timeZone: "America/New_York",
    dates: [start],
  });
  const day = start.slice(0, 10).split("-").reverse().join("-");
  await page.goto(`/en/search?from=${day}&to=${day}&q=${encodeURIComponent(name)}`);
  await expect(found(page)).toContainText("1 event for");

  await page.goto(`/en/calendar/${day.slice(0, 7)}`);
  const onDay = { has: page.locator(`time[datetime="${day}"]`) };
  const cell = page.getByRole("cell").filter(onDay);
  const inList = page.getByRole("listitem").filter(onDay);
  const isPhone = (page.viewportSize()?.width ?? 0) < 1024;
  if (isPhone) await cell.getByRole("link", { name: /: 1 event$/ }).click();
  const link = (isPhone ? inList : cell).getByRole("link", { name: new RegExp(`^11:45 pm.*${name}`) });
  await expect(link).toBeInViewport();
  await expect(link).toHaveAttribute("href", `/en/events/${eventId}?date=${eventDateIds[0]}`);
  await expectAccessible(page, "calendar");
});

test("calendar: links to the next and previous month, and explains an empty month", {
  tag: ["@a11y", "@once"],
}, async ({ page }) => {
  await page.goto("/en/calendar");
  const now = await page.getByRole("heading", { level: 1 }).textContent();
  await page.getByRole("link", { name: /^Next month/ }).click();
  await expect(page.getByRole("heading", { level: 1 })).not.toHaveText(now ?? "");
  await page.getByRole("link", { name: /^Previous month/ }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(now ?? "");
  await page.goto(`/en/calendar/${new Date().getFullYear() + 2}-05`);
  await expect(page.getByRole("heading", { name: /^Nothing in May/ })).toBeVisible();
  await expectAccessible(page, "empty month");
  for (const wrong of ["1999-01", "2026-13", "soon", "2199-12"])
    expect((await page.goto(`/en/calendar/${wrong}`))?.status(), wrong).toBe(404);
});

test("group: shows its events and their calendar, and each event links to it", {
  tag: ["@a11y", "@service"],
}, async ({ page, serviceClient, uniqueName }) => {
  const [first, second] = [
    await serviceClient.putOnSale({ name: uniqueName("Fringe Opening"), dates: [wallTime(33)] }),
    await serviceClient.putOnSale({ name: uniqueName("Fringe Closing"), dates: [wallTime(34)] }),
  ];
  const name = uniqueName("The Fringe");
  const { body } = await serviceClient.call("POST", "/eventGroup", {
    ...{ name, description: "Two nights.", events: [second.eventId, first.eventId] },
  });
  await serviceClient.call("PUT", `/eventGroup/${body.id}/publish/true`, {});

  await page.goto(`/en/events/${first.eventId}`);
  await page.getByRole("link", { name }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await expect(page.getByText("Two nights.")).toBeVisible();
  const events = page.getByRole("region", { name: "Events" });
  await expect(events.getByRole("link")).toHaveCount(2);
  const calendar = page.getByRole("region", { name: "Calendar" });
  await expect(calendar.getByRole("link", { name: first.name }).first()).toBeVisible();
  await expectAccessible(page, "group");

  // A cancelled event keeps its page, which links to the other events of the group.
  const third = await serviceClient.putOnSale({ name: uniqueName("Fringe Interlude"), dates: [wallTime(35)] });
  await serviceClient.call("PUT", `/eventGroup/${body.id}`, { events: [first.eventId, second.eventId, third.eventId] });
  await serviceClient.call("PUT", `/event/${third.eventId}`, { cancelled: true });
  await page.goto(`/en/events/${third.eventId}`);
  await expect(page.getByRole("heading", { name: "Cancelled" })).toBeVisible();
  await expect(page.getByRole("heading", { name: `Next in ${name}` })).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name: first.name })).toBeVisible();
  await expectAccessible(page, "cancelled event");
  expect((await page.goto("/en/groups/999999999"))?.status()).toBe(404);
});

test("past: keeps the page of an event that has ended, and leaves it out of the lists", {
  tag: ["@a11y", "@service"],
}, async ({ page, serviceClient, uniqueName }) => {
  const { eventId, name } = await serviceClient.putOnSale({
    name: uniqueName("Yesterday's Play"),
    dates: [wallTime(-40)],
  });
  expect((await page.goto(`/en/events/${eventId}`))?.status()).toBe(200);
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await expect(page.getByRole("heading", { name: "This event has ended" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Continue" })).toHaveCount(0);
  await expectAccessible(page, "past event");
  await page.getByRole("link", { name: "See what’s on" }).click();
  await expect(page).toHaveURL(/\/en$/);
  await page.goto(`/en/search?q=${encodeURIComponent(name)}`);
  await expect(found(page)).toBeVisible();
  await expect(page.getByRole("article").filter({ hasText: name })).toHaveCount(0);
});

test("lists every page in the sitemap and every price in the feed", {
  tag: ["@once", "@purchase", "@service"],
}, async ({ request, serviceClient, uniqueName }) => {
  const past = await serviceClient.putOnSale({ name: uniqueName("Long Ago"), dates: [wallTime(-50)] });
  const robots = await (await request.get("/robots.txt")).text();
  const [, index = ""] = /^Sitemap: (\S+)$/m.exec(robots) ?? [];
  expect(robots).toMatch(/Disallow: \/\*\/checkout/);
  const sitemapUrls = [...(await (await request.get(index)).text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(
    ([, url]) => url ?? "",
  );
  const sitemaps = await Promise.all(sitemapUrls.map(async (url) => (await request.get(url)).text()));
  expect(sitemaps.join("")).toMatch(new RegExp(`<loc>[^<]+/en/events/${past.eventId}</loc>`));
  expect(sitemaps.join("")).not.toMatch(/checkout|\/cart|promoter/);
  expect((await request.get("/sitemaps/events-9999.xml")).status()).toBe(404);

  const feed = await request.get("/en/events.json");
  expect(feed.headers()["access-control-allow-origin"]).toBe("*");
  const { events, total } = await feed.json();
  expect(total).toBeGreaterThanOrEqual(events.length);
  const list = await (await request.get("/en")).text();
  // An event that is not on sale shows its state instead of a price.
  const onSale = (events as readonly Entry[]).filter(({ saleStatus }) => /^(NOT_)?ON_SALE$/.test(saleStatus));
  const priced = onSale.filter(({ id, from }) => list.includes(`/en/events/${id}"`) && Number(from?.amount ?? 0) > 0);
  for (const { from } of priced) expect(list).toContain(`From ${from?.text}`);
  expect(priced.length).toBeGreaterThan(0);
});
