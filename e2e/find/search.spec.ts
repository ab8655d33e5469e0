import type { Page } from "@playwright/test";
import { openFilters } from "#e2e/pages/search-filters.ts";
import { expectAccessible } from "#e2e/support/accessibility.ts";
import { delayScripts } from "#e2e/support/delay-scripts.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { words } from "#e2e/support/words.ts";
import { untilHydrated } from "#e2e/tools/click-hydrated.ts";

const { language, text, inText, like } = words;
/** No event has this name. */
const UNKNOWN = "qqqqzzzz";

const found = (page: Page) => page.getByRole("main").getByRole("status");
const results = (page: Page) =>
  page.getByRole("region").filter({ has: page.locator("#found"), hasNot: page.getByRole("search") });
const linkTo = (page: Page, eventId: number) => results(page).locator(`a[href$="/events/${eventId}"]`);
const searchFor = (name: string) => `/${language}/search?q=${encodeURIComponent(name)}`;
/** The link that removes a filter keeps all others in its address. */
const removalOf = (page: Page, filter: "from" | "to") =>
  page.getByRole("link", { name: like("Search.remove") }).and(page.locator(`:not([href*="${filter}="])`));

test("search: the form of the list finds an event by its name", {
  tag: ["@catalogue", "@phone-in-full", "@plain"],
}, async ({ page, catalogue }) => {
  const { event } = await catalogue.eventOnSale();
  await page.goto(`/${language}`);
  await page.getByRole("searchbox", { name: text("List.find") }).fill(event.name);
  await page.getByRole("button", { name: text("Search.go"), exact: true }).click();
  await page.waitForURL(/\/search\?q=/);
  await expect(page.getByRole("searchbox")).toHaveValue(event.name);
  await expect(linkTo(page, event.id)).toBeVisible();
  await linkTo(page, event.id).click();
  await page.waitForURL(new RegExp(`/${language}/events/${event.id}$`));
  await expect(page.getByRole("heading", { level: 1 })).toContainText(event.name);
});

test("3: makes the whole card one link", { tag: "@catalogue" }, async ({ page }) => {
  await page.goto(`/${language}`);
  const cards = page
    .getByRole("main")
    .getByRole("listitem")
    .filter({ has: page.getByRole("article") });
  const card = cards.first();
  await expect(card.getByRole("link")).toHaveCount(1);
  const box = await card.getByRole("article").or(card).last().boundingBox();
  if (box === null) throw new Error("The first card is not rendered.");
  const inset = 12;
  for (const [x, y] of [
    [box.x + inset, box.y + inset],
    [box.x + box.width - inset, box.y + inset],
    [box.x + inset, box.y + box.height - inset],
    [box.x + box.width - inset, box.y + box.height - inset],
  ] as const) {
    expect(
      await page.evaluate(([x, y]) => document.elementFromPoint(x, y)?.closest("a") !== null, [x, y] as const),
    ).toBe(true);
  }
});

test("search: ignores upper case and the order of words", { tag: ["@catalogue", "@once"] }, async ({
  page,
  catalogue,
}) => {
  const { event } = await catalogue.eventOnSale();
  const typed = event.name.toUpperCase().split(/\s+/).toReversed().join(" ");
  await page.goto(searchFor(typed));
  await expect(linkTo(page, event.id)).toBeVisible();
});

test("search: a town finds the events of its venues, as a word and as a filter", {
  tag: ["@catalogue", "@sandbox", "@phone-in-full"],
}, async ({ page }) => {
  const events = results(page).locator('a[href*="/events/"]');
  const ids = () => events.evaluateAll((links) => links.map((link) => link.getAttribute("href")).toSorted());
  await page.goto(searchFor("lyttelton"));
  await expect(events.nth(1)).toBeVisible();
  const byWord = await ids();
  await page.goto(`/${language}/search`);
  expect((await ids()).length, "events of other towns are listed without the filter").toBeGreaterThan(byWord.length);
  await openFilters(page);
  await page.getByLabel(text("Search.town"), { exact: true }).selectOption("Lyttelton");
  await page.getByRole("button", { name: text("Search.apply") }).click();
  await page.waitForURL(/town=Lyttelton/);
  await expect.poll(ids).toEqual(byWord);
  await expectAccessible(page, "the search with a town");
});

test("search: a day that is entered before hydration stays", { tag: ["@catalogue", "@phone-in-full"] }, async ({
  page,
}) => {
  // On a wider screen the script opens the filters.
  await page.setViewportSize({ width: 390, height: 844 });
  const release = await delayScripts(page);
  await page.goto(searchFor("a"), { waitUntil: "domcontentloaded" });
  await openFilters(page);
  const from = page.getByLabel(text("Search.from"), { exact: true });
  await from.fill("2099-12-04");
  release();
  await untilHydrated(from);
  await expect(from).toHaveValue("2099-12-04");
});

test("search: finds an event on its day, and not on a day before the season", { tag: "@catalogue" }, async ({
  page,
  catalogue,
}) => {
  const { event, dates } = await catalogue.eventOnSale();
  const day = dates[0]?.startDate.slice(0, 10) ?? "";
  const from = page.getByLabel(text("Search.from"), { exact: true });
  const to = page.getByLabel(text("Search.to"), { exact: true });
  await page.goto(searchFor(event.name));
  await openFilters(page);
  await from.fill(day);
  await to.fill(day);
  await page.getByRole("button", { name: text("Search.apply") }).click();
  await page.waitForURL(new RegExp(`from=${day}&to=${day}`));
  await expect(linkTo(page, event.id)).toBeVisible();

  await page.reload();
  await expect(from).toHaveValue(day);
  await removalOf(page, "from").click();
  await expect(page).not.toHaveURL(/from=/);
  await removalOf(page, "to").click();
  await expect(page).not.toHaveURL(/to=/);
  await expect(linkTo(page, event.id)).toBeVisible();

  await page.goto(`${searchFor(event.name)}&from=2001-01-01&to=2001-01-02`);
  await expect(found(page)).toHaveText(text("Search.foundFor", { count: 0, q: event.name }));
  await expect(page.locator("#found"), "the heading names the dates").toContainText(/2001/);
  await expect(page.getByRole("heading", { name: like("Search.otherDays") })).toBeVisible();
  await expect(linkTo(page, event.id)).toBeVisible();
  await page.getByRole("link", { name: text("Search.allDays") }).click();
  await expect(page).not.toHaveURL(/from=|to=/);
});

test("search: finds a name with typing errors, and asks if it was meant", { tag: ["@service", "@once"] }, async ({
  page,
  serviceClient,
  uniqueName,
}) => {
  const { eventId } = await serviceClient.putOnSale({ name: uniqueName("The Lighthouse Quartet") });
  await page.goto(searchFor("lighthose qartet"));
  const question = ["Search.nearlyOne", "Search.nearlyFor"].map((key) => inText(key).source).join("|");
  await expect(found(page)).toHaveText(new RegExp(question, "u"));
  await expect(found(page)).toContainText(text("Search.nearly", { q: "lighthose qartet" }));
  await expect(linkTo(page, eventId)).toBeVisible();
});

test("search: Back from an event returns to the filtered results", { tag: ["@catalogue", "@once"] }, async ({
  page,
  catalogue,
}) => {
  const { event, dates } = await catalogue.eventOnSale();
  const day = dates[0]?.startDate.slice(0, 10) ?? "";
  await page.goto(`${searchFor(event.name)}&from=${day}`);
  const before = await found(page).innerText();
  await linkTo(page, event.id).click();
  await page.waitForURL(/\/events\/\d+$/);
  await page.goBack();
  await expect(found(page)).toHaveText(before);
  await expect(page.getByLabel(text("Search.from"), { exact: true })).toHaveValue(day);
});

test("search: suggests what to do without results", { tag: ["@a11y", "@catalogue", "@phone-in-full"] }, async ({
  page,
}) => {
  await page.goto(`/${language}/search?q=${UNKNOWN}&when=weekend`);
  const when = text("Search.during.weekend");
  await expect(found(page)).toHaveText(text("Search.nothingDuring", { q: UNKNOWN, when }));
  const withoutWeekend = page.locator(`a[href$="/search?q=${UNKNOWN}"]`);
  await expect(
    results(page)
      .getByRole("link", { name: like("Search.without") })
      .and(withoutWeekend),
  ).toBeVisible();
  await expect(
    page
      .getByRole("region", { name: text("List.title") })
      .getByRole("article")
      .first(),
  ).toBeVisible();
  await expectAccessible(page, "nothing found");
  await page.getByRole("link", { name: text("Search.all") }).click();
  await page.waitForURL(new RegExp(`/${language}$`));
});

test("search: the title begins with the number of results", { tag: ["@catalogue", "@once"] }, async ({ page }) => {
  await page.goto(`/${language}/search?q=${UNKNOWN}`);
  await expect(page).toHaveTitle(new RegExp(`^${text("Search.foundFor", { count: 0, q: UNKNOWN })}`));
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", /noindex/);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("1: searches and filters by forms and links", { tag: ["@smoke", "@elsewhere", "@catalogue", "@once"] }, async ({
    page,
    catalogue,
  }) => {
    const { event } = await catalogue.eventOnSale();
    const week = text("Search.when.week");
    await page.goto(`/${language}`);
    await page.getByRole("searchbox", { name: text("List.find") }).fill(event.name);
    await page.getByRole("button", { name: text("Search.go"), exact: true }).click();
    const query = new URL(page.url()).search;
    await expect(page).toHaveURL(new RegExp(`/${language}/search\\?q=[^&]+$`));
    await expect(linkTo(page, event.id)).toBeVisible();
    await page.getByRole("link", { name: week, exact: true }).click();
    await expect(page).toHaveURL(`/${language}/search${query}&when=week`);
    await page.getByRole("button", { name: text("Search.apply") }).click();
    // The address keeps the filter and drops empty fields.
    await expect(page).toHaveURL(`/${language}/search${query}&when=week`);
    await page.getByRole("link", { name: week, exact: true }).click();
    await expect(page).toHaveURL(`/${language}/search${query}`);
    await page.getByRole("link", { name: text("Common.calendar"), exact: true }).click();
    await expect(
      page.getByRole("table").or(page.getByRole("heading", { name: like("Calendar.nothing") })),
    ).toBeVisible();
  });
});
