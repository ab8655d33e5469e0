import type { Page } from "@playwright/test";
import { expectAccessible } from "#e2e/support/accessibility.ts";
import type { Catalogue } from "#e2e/support/catalogue.ts";
import { delayScripts } from "#e2e/support/delay-scripts.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { words } from "#e2e/support/words.ts";
import { clickHydrated } from "#e2e/tools/click-hydrated.ts";

const { language, like } = words;
/** Below this width a month lists the events of one day below its table. */
const WIDE_PIXELS = 1024;
const PHONE = { width: 390, height: 844 };

/** Returns an event on sale with its next date: the day, and the event's path with that date. */
async function nextDate(catalogue: Catalogue) {
  const { event, dates } = await catalogue.eventOnSale();
  const date = dates.find(({ startDate }) => Date.parse(startDate) > Date.now());
  const dateId = new URL(date?.url ?? "").searchParams.get("date");
  const path = `/${language}/events/${event.id}?date=${dateId}`;
  return { event, day: date?.startDate.slice(0, 10) ?? "", path };
}

const cellOf = (page: Page, day: string) =>
  page.getByRole("cell").filter({ has: page.locator(`time[datetime="${day}"]`) });

/** Opens the month of an event's next date on a phone. Returns the link to its day there, and the event's path with that date. */
async function openMonth(page: Page, catalogue: Catalogue) {
  const { day, path } = await nextDate(catalogue);
  await page.setViewportSize(PHONE);
  await page.goto(`/${language}/calendar/${day.slice(0, 7)}`);
  return { path, dayLink: cellOf(page, day).getByRole("link", { name: like("Calendar.day") }) };
}

test("calendar: opens on the first month with dates, links only to months with dates, and answers 404 outside its range", {
  tag: ["@a11y", "@catalogue", "@once"],
}, async ({ page }) => {
  const heading = page.getByRole("heading", { level: 1 });
  const next = page.getByRole("link", { name: like("Calendar.next") });
  const previous = page.getByRole("link", { name: like("Calendar.previous") });
  await page.goto(`/${language}/calendar`);
  await expect(previous).toHaveCount(0);
  await expectAccessible(page, "calendar");
  const months: string[] = [];
  for (;;) {
    await expect(page.getByRole("table")).toBeVisible();
    months.push(await heading.innerText());
    if ((await next.count()) === 0) break;
    await expect(next.first()).toHaveAccessibleName(new RegExp((await next.first().innerText()).trim()));
    await next.first().click();
    await expect(heading).not.toHaveText(months.at(-1) ?? "");
  }
  const [, before] = months.toReversed();
  if (before !== undefined) {
    await previous.click();
    await expect(heading).toHaveText(before);
  }
  for (const wrong of ["1999-01", "2026-13", "soon", "2199-12"])
    expect((await page.goto(`/${language}/calendar/${wrong}`))?.status(), wrong).toBe(404);
});

test("calendar: explains an empty month", { tag: ["@a11y", "@catalogue", "@once"] }, async ({ page }) => {
  const year = new Date().getFullYear() + 2;
  const months = Array.from({ length: 12 }, (_, at) => `${year}-${String(at + 1).padStart(2, "0")}`);
  const nothing = page.getByRole("heading", { name: like("Calendar.nothing") });
  for (const month of months) {
    expect((await page.goto(`/${language}/calendar/${month}`))?.status()).toBe(200);
    if (await nothing.isVisible()) break;
  }
  await expect(nothing, `each month of ${year} has events`).toBeVisible();
  await expectAccessible(page, "empty month");
});

test("calendar: an event is on its local day, and its link opens the event with that date", {
  tag: ["@a11y", "@catalogue", "@plain"],
}, async ({ page, catalogue }) => {
  const { event, day, path } = await nextDate(catalogue);
  await page.goto(`/${language}/calendar/${day.slice(0, 7)}`);
  const cell = cellOf(page, day);
  const isWide = (page.viewportSize()?.width ?? 0) >= WIDE_PIXELS;
  if (!isWide) await cell.getByRole("link", { name: like("Calendar.day") }).click();
  const link = page.locator(`a[href="${path}"]:visible`);
  const others = cell.getByRole("link", { name: like("Calendar.moreOn") });
  // A day with many events names the first ones and links to the search for the others.
  if (isWide && (await link.count()) === 0) {
    await others.click();
    await expect(page.locator(`a[href$="/events/${event.id}"]`)).toContainText(event.name);
    return;
  }
  await expect(link.first()).toContainText(event.name);
  await link.first().click();
  await page.waitForURL(({ pathname, search }) => pathname + search === path);
  await expect(page.getByRole("heading", { level: 1 })).toContainText(event.name);
});

test("calendar: Back from an event shows the day that was chosen", {
  tag: ["@catalogue", "@once"],
}, async ({ page, catalogue }) => {
  const { path, dayLink } = await openMonth(page, catalogue);
  const heading = page.getByRole("heading", { level: 1 });
  const month = await heading.innerText();
  await clickHydrated(dayLink);
  await page.locator(`ol a[href="${path}"]`).click();
  await expect(page).toHaveURL(path);
  await expect(heading).not.toHaveText(month);
  await page.goBack();
  await expect(page).toHaveURL(/#day-/);
  await expect(heading).toHaveText(month);
});

test("calendar: an event that is pressed while the page's scripts start opens, also after a day was chosen", {
  tag: ["@catalogue", "@once"],
}, async ({ page, catalogue }) => {
  // The router makes its first entry of the history at the end of its start, before it listens.
  await page.addInitScript(() => {
    const replaceState = history.replaceState.bind(history);
    const press = () => document.querySelector<HTMLElement>(":target a")?.click();
    history.replaceState = (...entry: Parameters<typeof replaceState>) => {
      history.replaceState = replaceState;
      replaceState(...entry);
      queueMicrotask(press);
    };
  });
  const runScripts = await delayScripts(page);
  const { dayLink } = await openMonth(page, catalogue);
  await dayLink.click();
  const chosen = page.locator(":target a").first();
  const path = (await chosen.getAttribute("href")) ?? "";
  runScripts();
  await expect(page).toHaveURL(path);
});
